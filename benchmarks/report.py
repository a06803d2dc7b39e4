"""What was measured, as a table for the terminal, as JSON and as Markdown."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from benchmarks.contest import ratio_of
from dnup.workers.cores import core_count

HEADINGS = ("", "dnup", "other", "result", "spread", "bar", "")
VERDICTS = {True: "met", False: "missed", None: ""}
BEGIN, END = "<!-- results: written by make bench -->", "<!-- end of results -->"


@dataclass(frozen=True)
class Figure:
    """One measured value with its spread, and the bar it is held to, if any."""

    topic: str
    what: str
    value: float
    low: float
    high: float
    unit: str = "×"
    at_least: float | None = None
    at_most: float | None = None
    ours: float | None = None
    """Where two are compared, what each had: of speeds the best run of all."""
    other: float | None = None

    @property
    def met(self) -> bool | None:
        if self.at_least is None and self.at_most is None:
            return None
        return (self.at_least or 0) <= self.value <= (self.at_most or float("inf"))

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "met": self.met}

    def cells(self) -> list[str]:
        """The texts of a row: what, our speed, the other's, the value, its spread, the bar."""
        bar = ""
        if self.at_least is not None:
            bar = f"≥ {self.at_least:g}"
        if self.at_most is not None:
            bar = f"≤ {self.at_most:g}"
        spread = "" if self.low == self.high else f"{self._number(self.low)}–{self._number(self.high)}"
        result = f"{self._number(self.value)} {self.unit}"
        speeds = [_format_speed(speed) for speed in (self.ours, self.other)]
        return [self.what, *speeds, result, spread, bar]

    def _number(self, value: float) -> str:
        return f"{value:.0f}" if value == int(value) else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def compared(
    topic: str, what: str, ours: Sequence[float], others: Sequence[float], at_least: float | None = None
) -> Figure:
    """How our speeds compare with those of another, both measured in turns."""
    ratio = ratio_of(ours, others)
    return Figure(
        topic,
        what,
        ratio.median,
        ratio.low,
        ratio.high,
        at_least=at_least,
        ours=max(ours),
        other=max(others),
    )


def _format_speed(speed: float | None) -> str:
    if speed is None:
        return ""
    if speed < 1e4:
        return f"{speed:,.0f}"
    return f"{speed / 1e6:.2f} M" if speed >= 1e6 else f"{speed / 1e3:.0f} k"


PACKAGES = {"Numba": "numba", "OpenSpiel": "open_spiel", "RLCard": "rlcard"}


def describe_machine(
    root: Path, compiler: str | None, packages: Mapping[str, str] = PACKAGES
) -> dict[str, str]:
    """What the figures depend on, in general terms."""
    facts = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(root),
        "processor": _processor(),
        "cores": str(core_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
    }
    if hasattr(os, "getloadavg"):
        facts["load before"] = f"{os.getloadavg()[0]:.1f}"
    for name, package in packages.items():
        try:
            facts[name] = version(package)
        except PackageNotFoundError:
            facts[name] = "not installed"
    if compiler is not None:
        facts["gcc"] = _said([compiler, "-dumpfullversion"], root)
    return facts


def _commit(root: Path) -> str:
    commit = _said(["git", "rev-parse", "--short", "HEAD"], root)
    changed = commit and _said(["git", "status", "--porcelain", "--untracked-files=no"], root)
    return f"{commit or 'unknown'}{' and changes' if changed else ''}"


def _said(command: list[str], directory: Path) -> str:
    try:
        return subprocess.run(
            command, cwd=directory, capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown"


def show(console: Console, machine: dict[str, str], figures: Sequence[Figure]) -> None:
    """Print all figures, a table for each topic."""
    console.print(Text(" · ".join(f"{name} {fact}" for name, fact in machine.items()), style="dim"))
    for topic, group in groupby(figures, key=lambda figure: figure.topic):
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        for heading in HEADINGS:
            table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
        for figure in group:
            verdict = {
                True: Text("met", style="green"),
                False: Text("missed", style="bold red"),
                None: Text(""),
            }
            table.add_row(*figure.cells(), verdict[figure.met])
        console.print("", Text(topic, style="bold"), table, sep="\n")


def markdown(machine: dict[str, str], figures: Sequence[Figure]) -> str:
    lines = [", ".join(f"{name} {fact}" for name, fact in machine.items()) + ".", ""]
    for topic, group in groupby(figures, key=lambda figure: figure.topic):
        lines += [f"**{topic}**", "", f"| {' | '.join(HEADINGS)} |", "|---|--:|--:|--:|--:|--:|---|"]
        for figure in group:
            lines.append(f"| {' | '.join([*figure.cells(), VERDICTS[figure.met]])} |")
        lines.append("")
    return "\n".join(lines)


def update_docs(page: Path, text: str) -> None:
    """Put a text between the marks of a page."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page.name} lacks the lines {BEGIN!r} and {END!r} that the results go between")
    page.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")


def publish(
    machine: dict[str, str], figures: Sequence[Figure], json_file: str | None, page: Path | None
) -> None:
    """Show what was measured, and where that is wanted write it as JSON and into a page of docs/."""
    show(Console(), machine, figures)
    if json_file:
        report = {"machine": machine, "figures": [figure.as_json() for figure in figures]}
        Path(json_file).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if page is not None:
        update_docs(page, markdown(machine, figures))
        print(f"\nwrote the tables in {'/'.join(page.parts[-3:])}")
