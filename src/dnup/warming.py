"""Everything compiled at once, before anyone has to wait for it."""

from __future__ import annotations

from contextlib import suppress

from dnup.kernel.jit import COMPILED


def warm_up() -> None:
    """Have everything compiled, so that nothing that follows has to wait for it.

    What is compiled is kept for later processes: this takes 40 to 80 seconds of a processor once on a machine, and
    some three from then on. Without it each part is compiled when it is first used, which is announced once on the
    error stream, unless `DNUP_QUIET` is set in the environment.

    >>> dnup.warm_up()
    """
    if not COMPILED:
        return
    from dnup.bots.playing import play_match
    from dnup.daily import FIRST_DATE, Daily
    from dnup.game.errors import MoveError
    from dnup.game.position import parse_position
    from dnup.game.round import Round
    from dnup.game.view import View
    from dnup.random_games.simulate import Task
    from dnup.rl.encoding import Encoding
    from dnup.rl.vector import VectorEnv
    from dnup.study.review import review

    round = parse_position(str(Round.deal(2, 0)))
    round.perft(2)
    round.playout(0)
    round.outcome(round.legal_moves[0])
    round.why_not("take A1")
    with suppress(MoveError):
        round.why_not("take")  # whose?
    View.from_json(round.view("A").to_json()).sample(0)
    play_match(["champion:1", "instinct"], seed=0, deck="balanced")  # whose cards they have networks for
    play_match(["search:1+belief", "random"], seed=0)
    record = play_match(["random", "greedy", "easy", "medium", "search:1"], seed=0)
    record.match()
    review(record, effort=1)
    Daily(FIRST_DATE).points("medium")
    for recording in (False, True):
        Task.of(2, 0).warm_up(recording=recording)
    env = VectorEnv(2, 1, seed=0)
    env.step(env.sample())
    encoding = Encoding(2)
    past = encoding.new_history()
    encoding.mask(round.view(round.turn))
    encoding.observe(round, "A", past)
    encoding.apply(round, encoding.action_of(round, round.legal_moves[0]), past)
