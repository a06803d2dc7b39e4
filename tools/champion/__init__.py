"""The champion from nothing: self-play, training, gates. See docs/champion.md."""
