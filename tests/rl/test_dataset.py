"""Datasets of positions: read by polars and datasets, true to the games, the same on any number of cores."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import dnup
from dnup.cli import main
from dnup.rl import Encoding
from dnup.rl.dataset import COLUMNS, write_dataset
from dnup.rl.parquet import DirectoryInUse

POSITIONS = 90


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small dataset of quick bots, made as a user would make it."""
    made = tmp_path_factory.mktemp("dataset") / "small"
    options = f"--positions {POSITIONS} --seed 5 --bot medium --bot random --tries 200 --workers 1"
    assert main(["dataset", str(made), *options.split()]) == 0
    return made


def test_polars_reads_it(folder: Path) -> None:
    rows = pl.read_parquet(folder / "data" / "*.parquet")
    assert rows.columns == list(COLUMNS)
    assert len(rows) == POSITIONS
    splits = [
        set(pl.read_parquet(folder / "data" / f"{name}-*.parquet")["game"])
        for name in ("train", "validation", "test")
    ]
    assert all(splits)
    assert not splits[0] & splits[1] | splits[0] & splits[2] | splits[1] & splits[2]


def test_datasets_reads_it_by_its_card(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    import datasets

    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path))
    assert set(loaded) == {"train", "validation", "test"}
    assert sum(split.num_rows for split in loaded.values()) == POSITIONS
    assert set(loaded["train"].column_names) == set(COLUMNS)


def test_rows_are_true(folder: Path) -> None:
    encoding = Encoding(2)
    for row in pl.read_parquet(folder / "data" / "*.parquet").iter_rows(named=True):
        view = dnup.View.from_json(json.loads(row["view"]))
        assert view.seat == row["seat"] == view.turn
        assert row["legal_moves"] == [str(move) for move in view.legal_moves]
        assert row["move"] in row["legal_moves"]
        assert row["action"] == row["legal_actions"][row["legal_moves"].index(row["move"])]
        assert np.array_equal(row["observation"], encoding.observe(view))
        assert sorted(row["legal_actions"]) == np.flatnonzero(encoding.mask(view)).tolist()
        assert len(row["values"]) == len(row["errors"]) == len(row["legal_moves"])
        assert all(0 <= value <= 1 for value in row["values"])
        assert row["points"] == int(row["first_out"])  # two players: a point for the first out


def test_values_and_winners_go_together(folder: Path) -> None:
    """Players whose positions have higher values win more often: the column `won` belongs to the right seat."""
    rows = pl.read_parquet(folder / "data" / "*.parquet").with_columns(best=pl.col("values").list.max())
    means = rows.group_by("won").agg(pl.col("best").mean()).sort("won")["best"]
    assert means[1] > means[0]


def test_the_card_describes_it(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert f"{POSITIONS} decisions" in card
    for name in COLUMNS:
        assert f"| `{name}` |" in card


def test_rows_follow_from_the_seed(tmp_path: Path) -> None:
    first, again, other = (tmp_path / name for name in ("first", "again", "other"))
    for folder, seed, workers in ((first, 1, 1), (again, 1, 2), (other, 2, 1)):
        write_dataset(folder, 3, 20, seed, bots=["random"], tries=0, workers=workers)
    one, same, different = (pl.read_parquet(made / "data" / "*.parquet") for made in (first, again, other))
    assert one.equals(same)
    assert not one.equals(different)
    assert one["values"].null_count() == 20


def test_bad_input_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(DirectoryInUse, match="has files already"):
        write_dataset(tmp_path, 2, 10)
    assert main(["dataset", str(tmp_path / "new"), "--bot", "nobody"]) == 2
    assert "'nobody' is not a bot" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
