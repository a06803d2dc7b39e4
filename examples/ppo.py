"""Learn dnup for two by playing against oneself and one's past: PPO with masks on PyTorch, no graphics card needed.

    python examples/ppo.py --minutes 20
    python examples/ppo.py --minutes 120 --opponent hard --pool 6 --checkpoints checkpoints --curve curve.json

With --save ppo.pt the network is a bot, in this folder: dnup arena py:ppo:Learned greedy medium --rounds 400

Needs `pip install ".[rl]" torch`. One network plays both seats and learns from all its moves. With --pool, half of the
rows are played against earlier versions of it, so that it does not forget how to beat them. Now and then, and at the
end, it plays against a bot. Exit status 1 if it wins fewer of the last rounds than --at-least.
"""

import argparse
import copy
import json
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from dnup import Move, View
from dnup.rl import Encoding, VectorEnv
from dnup.rl.gymnasium import RoundEnv

ROWS, STEPS = 512, 128  # rounds side by side, moves of each between two updates
EPOCHS, MINIBATCH = 3, 8192
CLIP, LAMBDA, ENTROPY = 0.2, 0.95, 0.01
RATE = 7e-4
SOME_ROUNDS = 200  # to look how good it is on the way


class Player(nn.Module):
    """What a seat sees goes in; a preference for every action and the expected reward come out."""

    def __init__(self, encoding: Encoding, width: int = 256) -> None:
        super().__init__()
        scale = torch.ones(encoding.observation_size)
        for part, most in (("sizes", 9), ("set_sizes", 4), ("set_values", 9), ("turns_left", 127)):
            scale[encoding.slices[part]] = 1 / most
        self.register_buffer("scale", scale)
        self.body = nn.Sequential(
            nn.Linear(encoding.observation_size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, encoding.action_count)
        self.value = nn.Linear(width, 1)
        with torch.no_grad():
            self.policy.weight *= 0.01  # begin without preferences

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions, and the value."""
        inside = self.body(seen.float() * self.scale)
        preference = self.policy(inside).masked_fill(~legal, -1e9)
        return preference.log_softmax(-1), self.value(inside).squeeze(-1).tanh()


class Learned:
    """The saved network as a bot for two players, choosing what it likes most."""

    def __init__(self) -> None:
        self.encoding = Encoding(players=2)
        self.player = Player(self.encoding)
        self.player.load_state_dict(torch.load(os.environ.get("PPO_WEIGHTS", "ppo.pt"), weights_only=True))
        torch.set_num_threads(1)

    @torch.no_grad()
    def choose(self, view: View) -> Move:
        seen = torch.from_numpy(self.encoding.observe(view)[None])
        legal = torch.from_numpy(self.encoding.mask(view)[None]).bool()
        return self.encoding.move_of(view, int(self.player(seen, legal)[0].argmax()))


class Pool:
    """Earlier versions of a player. Each plays one seat of some of the rows in the second half of a batch."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.members: list[Player] = []

    def add(self, player: Player) -> None:
        """Add a copy of a player; of too many, every second one goes, so that the whole past stays in the pool."""
        if not self.size:
            return
        if len(self.members) == self.size:
            del self.members[::2]
        self.members.append(copy.deepcopy(player).requires_grad_(False))

    def turns(self, seats: np.ndarray) -> list[np.ndarray]:
        """For each member the rows in which it is in turn: it has seat A of even rows and seat B of odd ones."""
        rows = np.arange(len(seats) // 2, len(seats))
        shares = np.array_split(rows, max(1, len(self.members)))
        return [share[seats[share] == share % 2] for share in shares[: len(self.members)]]


class Experience:
    """The last moves of all rows; the environment writes into these arrays."""

    def __init__(self, env: VectorEnv, pool: Pool) -> None:
        self.pool = pool
        size = (STEPS + 1, env.batch)
        self.seen = np.zeros((*size, env.encoding.observation_size), np.int8)
        self.legal = np.zeros((*size, env.encoding.action_count), np.bool_)
        self.seats = np.zeros(size, np.int64)
        self.values = np.zeros(size, np.float32)
        self.actions = np.zeros((STEPS, env.batch), np.int64)
        self.chances = np.zeros((STEPS, env.batch), np.float32)
        self.rewards = np.zeros((STEPS, env.batch), np.float32)
        self.done = np.zeros((STEPS, env.batch), np.bool_)
        self.learns = np.ones((STEPS, env.batch), np.bool_)  # not from the moves of the pool
        self.env = env
        self.seats[-1] = env.reset(
            observations=self.seen[-1], legal_action_mask=self.legal[-1]
        ).current_player

    @torch.no_grad()
    def play(self, player: Player) -> None:
        """Play on from where the last moves ended."""
        rows = np.arange(self.env.batch)
        for array in (self.seen, self.legal, self.seats):
            array[0] = array[-1]
        for now in range(STEPS + 1):
            chances, values = player(torch.from_numpy(self.seen[now]), torch.from_numpy(self.legal[now]))
            self.values[now] = values.numpy()
            if now == STEPS:
                break
            self.learns[now] = True
            for member, turns in zip(self.pool.members, self.pool.turns(self.seats[now]), strict=True):
                self.learns[now, turns] = False
                theirs = torch.from_numpy(self.seen[now, turns]), torch.from_numpy(self.legal[now, turns])
                chances[turns] = member(*theirs)[0]
            actions = chances.exp().multinomial(1)
            self.chances[now] = chances.gather(1, actions).squeeze(1).numpy()
            self.actions[now] = actions.squeeze(1).numpy()
            step = self.env.step(
                self.actions[now], observations=self.seen[now + 1], legal_action_mask=self.legal[now + 1]
            )
            self.rewards[now] = step.rewards[rows, self.seats[now]]
            self.done[now] = step.terminated | step.truncated
            self.seats[now + 1] = step.current_player

    def advantages(self) -> np.ndarray:
        """How much better each move was than expected; what is good for the next player is bad for the other."""
        advantages = np.zeros_like(self.rewards)
        later = np.zeros(self.env.batch, np.float32)
        for now in reversed(range(STEPS)):
            sign = np.where(self.seats[now] == self.seats[now + 1], 1, -1) * ~self.done[now]
            surprise = self.rewards[now] + sign * self.values[now + 1] - self.values[now]
            later = advantages[now] = surprise + LAMBDA * sign * later
        return advantages


def learn(player: Player, optimizer: torch.optim.Optimizer, experience: Experience) -> None:
    """Make the moves that were better than expected more likely."""
    advantages = experience.advantages()
    own = torch.from_numpy(np.flatnonzero(experience.learns))
    returns = torch.from_numpy((advantages + experience.values[:-1]).ravel())
    advantage = torch.from_numpy(advantages.ravel())
    advantage = (advantage - advantage[own].mean()) / (advantage[own].std() + 1e-8)
    seen = torch.from_numpy(experience.seen[:-1]).flatten(0, 1)
    legal = torch.from_numpy(experience.legal[:-1]).flatten(0, 1)
    actions = torch.from_numpy(experience.actions).flatten()
    before = torch.from_numpy(experience.chances).flatten()
    for _ in range(EPOCHS):
        for part in own[torch.randperm(len(own))].split(MINIBATCH):
            chances, values = player(seen[part], legal[part])
            ratio = (chances.gather(1, actions[part, None]).squeeze(1) - before[part]).exp()
            gain = torch.min(ratio * advantage[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[part])
            entropy = -(chances.exp() * chances).sum(-1)
            loss = (values - returns[part]).square() - gain - ENTROPY * entropy
            optimizer.zero_grad()
            loss.mean().backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def share_won(player: Player, opponent: str, rounds: int, seed: int) -> float:
    """The share of rounds that the player wins against a bot, choosing what it likes most."""
    env = RoundEnv(players=2, opponents=opponent, rewards="win")
    won = 0
    for number in range(rounds):
        seen, info = env.reset(seed=seed if number == 0 else None)
        over, reward = False, 0.0
        while not over:
            legal = torch.from_numpy(info["action_mask"]).bool()
            chances, _ = player(torch.from_numpy(seen), legal)
            seen, reward, terminated, truncated, info = env.step(int(chances.argmax()))
            over = terminated or truncated
        won += reward > 0
    return won / rounds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--minutes",
        type=float,
        default=20.0,
        help="how long to learn (default: 20), in time that it had a core",
    )
    parser.add_argument("--opponent", default="greedy", help="the bot to play against (default: greedy)")
    parser.add_argument(
        "--looks", type=int, default=20, help="how often to look how good it is (default: 20)"
    )
    parser.add_argument("--rounds", type=int, default=1000, help="of the last look (default: 1000)")
    parser.add_argument(
        "--at-least", type=float, default=0.0, help="the share to win in the end (default: 0)"
    )
    parser.add_argument("--seed", type=int, default=1, help="where randomness starts (default: 1)")
    parser.add_argument("--threads", type=int, default=1, help="cores to use (default: 1)")
    parser.add_argument("--curve", metavar="FILE", help="write the learning curve to this file, as JSON")
    parser.add_argument("--save", metavar="FILE", help="write the weights to this file")
    parser.add_argument(
        "--pool",
        type=int,
        default=0,
        metavar="N",
        help="play half of the rows against N earlier versions (0)",
    )
    parser.add_argument("--checkpoints", type=Path, metavar="FOLDER", help="write the weights at every look")
    parser.add_argument("--resume", metavar="FILE", help="begin with these weights")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    env = VectorEnv(players=2, batch=ROWS, seed=options.seed, rewards="win")
    player = Player(env.encoding)
    optimizer = torch.optim.Adam(player.parameters(), lr=RATE, eps=1e-5)
    if options.resume:
        player.load_state_dict(torch.load(options.resume, weights_only=True))
    if options.checkpoints:
        options.checkpoints.mkdir(parents=True, exist_ok=True)
    pool = Pool(options.pool)
    experience = Experience(env, pool)
    won = share_won(player, options.opponent, SOME_ROUNDS, seed=0)
    curve = [{"minutes": 0.0, "moves": 0, "rounds": SOME_ROUNDS, "won": won}]
    learnt = moves = 0.0
    while learnt < options.minutes:
        started = time.process_time()
        optimizer.param_groups[0]["lr"] = RATE * max(1 - learnt / options.minutes, 0.05)
        experience.play(player)
        learn(player, optimizer, experience)
        learnt += (time.process_time() - started) / 60 / options.threads
        moves += ROWS * STEPS
        if learnt >= len(curve) * options.minutes / options.looks or learnt >= options.minutes:
            rounds = options.rounds if learnt >= options.minutes else SOME_ROUNDS
            won = share_won(player, options.opponent, rounds, seed=len(curve))
            pool.add(player)
            if options.checkpoints:
                torch.save(player.state_dict(), options.checkpoints / f"player-{len(curve):03d}.pt")
            curve.append({"minutes": round(learnt, 2), "moves": int(moves), "rounds": rounds, "won": won})
            print(
                f"{learnt:5.1f} min  {moves / 1e6:6.2f} M moves  {won:6.1%} won against {options.opponent}",
                flush=True,
            )
    if options.curve:
        Path(options.curve).write_text(json.dumps(curve) + "\n", encoding="utf-8")
    if options.save:
        torch.save(player.state_dict(), options.save)
    print(f"wins {won:.1%} of {options.rounds} rounds against {options.opponent}")
    return 0 if won >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
