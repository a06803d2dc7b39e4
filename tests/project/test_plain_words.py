"""The check for plain English finds the phrases, also across lines, and nothing else."""

import pytest

from tools.docs import plain_words


@pytest.mark.parametrize(
    "text, phrase",
    [
        ("Called by whoever asks.", "whoever"),
        ("Wait so many\nseconds.", "so many"),
        ("    # Use so\n    # many of them.", "so # many"),
        ("// It is so\n// long ago.", "so // long"),
        ("Build it anew.", "anew"),
        ("It says much of who thinks.", "of who"),
        ("It has a cache of its own.", "of its own"),
        ("A deck of one's own.", "of one's own"),
    ],
)
def test_a_phrase_is_found_with_its_line(text: str, phrase: str) -> None:
    (finding,) = plain_words.find("file", f"first line\n{text}")
    assert (finding.line, finding.phrase) == (2, phrase)


def test_plain_words_pass() -> None:
    text = (
        "The player who moved has many cards. It is also long. Its own cache. They know of whose turn it is."
    )
    assert list(plain_words.find("file", text)) == []
