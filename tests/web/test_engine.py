"""The engine in Chromium, in a worker as it is meant to run: what native code does, digest by digest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.engine import native
from tests.engine.tasks import SHIPPED
from tests.web.browsing import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

ROOT = Path(__file__).parents[2]
HERE = "http://localhost/"
KINDS = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".html": "text/html",
}
WORKER = """
import { answer } from '/tests/engine/twin.mjs';
onmessage = async ({ data }) => {
  const module = await WebAssembly.compileStreaming(fetch('/src/dnup/web/engine/dnup.wasm'));
  const answers = [];
  for (const task of data) answers.push(await answer(module, task));
  postMessage(answers);
};
"""
ASK = """(tasks) => new Promise((resolve, reject) => {
  const worker = new Worker('/worker.mjs', { type: 'module' });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (error) => reject(new Error(error.message));
  worker.postMessage(tasks);
})"""


def _serve(route: Route) -> None:
    """Files of this checkout, and the two that only this test needs."""
    path = route.request.url.removeprefix(HERE)
    if path in ("", "worker.mjs"):
        route.fulfill(body=WORKER if path else "", content_type=KINDS[".mjs"] if path else KINDS[".html"])
    else:
        file = ROOT / path
        route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])


@pytest.mark.compiled
def test_in_a_worker_of_chromium(browser: Browser) -> None:
    tasks = []
    for deck, players in SHIPPED:
        here = {"deck": deck, "players": players, "seed": players}
        tasks += [{"kind": "round", **here}, {"kind": "random", **here, "rounds": 100}]
        tasks.append({"kind": "search", **here, "ahead": 6, "iterations": 1000})
        bots = ["hard", "easy", "medium", "search:300", "hard"][:players]
        tasks.append({"kind": "match", **here, "bots": bots})
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.route("**/*", _serve)
    page = context.new_page()
    page.goto(HERE)
    answers = page.evaluate(ASK, tasks)
    context.close()
    for task, answer in zip(tasks, answers, strict=True):
        assert answer == native.answer(task), task
