import pytest

from tests.need import need_module, need_program


def test_what_is_there_is_handed_over() -> None:
    assert need_program("python3").endswith("python3")
    assert need_module("json").__name__ == "json"


@pytest.mark.parametrize("need", [need_program, need_module])
@pytest.mark.parametrize("ci, outcome", [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_what_is_missing_skips_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, need: object, ci: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    assert callable(need)
    with pytest.raises(outcome, match="no_such_thing"):
        need("no_such_thing")
