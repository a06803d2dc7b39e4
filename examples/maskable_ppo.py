"""Learn dnup for two against a bot with MaskablePPO of sb3-contrib: the environment as it comes, nothing in between.

    python examples/maskable_ppo.py

Needs `pip install ".[rl]" sb3-contrib`. Exit status 1 if it wins fewer of the last rounds than --at-least.
"""

import argparse
import sys
import time

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100_000, help="moves to learn from (default: 100000)")
    parser.add_argument(
        "--minutes",
        type=float,
        default=0.0,
        help="minutes of processor time to learn for, instead of a number of moves",
    )
    parser.add_argument("--opponent", default="random", help="the bot to learn against (default: random)")
    parser.add_argument("--rounds", type=int, default=1000, help="played at the end (default: 1000)")
    parser.add_argument(
        "--at-least", type=float, default=0.0, help="the share to win in the end (default: 0)"
    )
    parser.add_argument("--seed", type=int, default=1, help="where randomness starts (default: 1)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    env = gymnasium.make("dnup.rl:dnup/Round-v1", players=2, opponents=options.opponent, rewards="win")
    player = MaskablePPO("MlpPolicy", env, seed=options.seed)
    end = time.process_time() + 60 * options.minutes
    # Between two updates it asks whether to go on.
    player.learn(
        10**9 if options.minutes else options.steps,
        callback=lambda *_: not options.minutes or time.process_time() < end,
    )
    env.reset(seed=options.seed + 1)  # rounds that it has not seen
    rewards, _ = evaluate_policy(
        player, env, n_eval_episodes=options.rounds, return_episode_rewards=True, warn=False
    )
    won = sum(reward > 0 for reward in rewards) / options.rounds
    print(
        f"wins {won:.1%} of {options.rounds} rounds against {options.opponent} after "
        f"{player.num_timesteps:,} steps"
    )
    return 0 if won >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
