"""Learn dnup for two with MaskablePPO in several environments at once, made by Stable-Baselines3, and film a round.

    python examples/parallel_ppo.py --video videos

Needs `pip install ".[rl]" sb3-contrib moviepy`. Exit status 1 if two of the environments play the same deal.
"""

import argparse
import sys
from pathlib import Path

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor

OPTIONS = {"players": 2, "opponents": "random", "rewards": "win"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--envs", type=int, default=4, help="environments side by side (default: 4)")
    parser.add_argument("--steps", type=int, default=20_000, help="moves to learn from (default: 20000)")
    parser.add_argument("--video", type=Path, help="the folder for a film of a round")
    options = parser.parse_args()
    torch.set_num_threads(1)
    envs = make_vec_env("dnup.rl:dnup/Round-v1", n_envs=options.envs, env_kwargs=OPTIONS)
    envs.reset()
    seeds = {info["seed"] for info in envs.reset_infos}
    player = MaskablePPO("MlpPolicy", envs, n_steps=512)
    player.learn(options.steps)
    print(f"{options.envs} environments with {len(seeds)} seeds, {player.num_timesteps:,} steps")
    envs.close()
    if options.video:
        film(player, options.video)
    return 0 if len(seeds) == options.envs else 1


def film(player: MaskablePPO, folder: Path) -> None:
    """A round as the player sees it, as a video file in a folder."""
    env = gymnasium.make("dnup.rl:dnup/Round-v1", render_mode="rgb_array", **OPTIONS)
    env = gymnasium.wrappers.RecordVideo(
        Monitor(env), str(folder), episode_trigger=lambda number: number == 0
    )
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        action, _ = player.predict(seen, action_masks=get_action_masks(env))
        seen, _, terminated, truncated, _ = env.step(int(action))
        over = terminated or truncated
    env.close()
    files = list(folder.glob("*.mp4"))
    print(*(f"{file}: {file.stat().st_size:,} bytes" for file in files))
    if not files:
        raise SystemExit("nothing was recorded")


if __name__ == "__main__":
    sys.exit(main())
