"""Laws of the environments: rewards, masks, ends, seeds; and gymnasium's own checks where it is installed."""

import copy
import importlib.util
import os
import pickle
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import gridmill
from gridmill import boards
from gridmill.env import OUTCOMES, Env, VectorEnv

HAS_GYMNASIUM = importlib.util.find_spec("gymnasium") is not None


def random_actions(rng, masks, stray=0.1):
    """A legal action in each environment, and now and then any."""
    weights = rng.random(masks.shape) * (masks + 1e-9)
    return np.where(rng.random(len(masks)) < stray, rng.integers(0, masks.shape[1], len(masks)), weights.argmax(axis=1))


@pytest.mark.parametrize("legal", ["candidates", "empty", "entries"])
@pytest.mark.parametrize("wrong", ["keep", "reject"])
@pytest.mark.parametrize("extra", [{}, {"erase": True}, {"erase": True, "notes": True}], ids=["place", "erase", "notes"])
def test_boards_counts_and_rewards_agree(legal, wrong, extra):
    env = VectorEnv(
        16, seed=3, box="2x3", legal=legal, wrong=wrong, max_steps=60, max_mistakes=8, autoreset="disabled",
        observation=["board", "givens", "candidates"], action_masks=True,
        rewards={"correct": 2.0, "wrong": -0.5, "illegal": -8, "solved": 64, "step": -0.125}, **extra,
    )  # fmt: skip
    rng = np.random.default_rng(0)
    seen, infos = env.reset()
    puzzles, returns, solved_once = seen["board"].copy(), np.zeros(16), 0
    for _ in range(300):
        masks, board = infos["action_mask"], seen["board"]
        assert (masks == env.action_masks()).all()
        assert (masks[:, :216].reshape(16, 36, 6) == placements(legal, board, puzzles)).all()
        right = env.solutions()
        cell = (board != right).argmax(axis=1)
        good = cell * 6 + right[np.arange(16), cell].astype(int) - 1
        actions = np.where(rng.random(16) < 0.8, good, random_actions(rng, masks))
        after, rewards, terminated, truncated, infos = env.step(actions)
        is_legal = masks[np.arange(16), actions]
        outcomes = np.array(OUTCOMES)[infos["outcome"]]
        assert (is_legal == (outcomes != "illegal")).all()
        assert (after["board"][~is_legal] == board[~is_legal]).all()
        assert (after["givens"] == (puzzles > 0)).all() and (after["board"][puzzles > 0] == puzzles[puzzles > 0]).all()
        assert (after["candidates"] == boards.candidates(after["board"], box="2x3")).all()
        solved = (after["board"] == right).all(axis=1)
        assert (infos["solved"] == solved).all() and (terminated[solved]).all()
        assert (infos["empty"] == (after["board"] == 0).sum(axis=1)).all()
        gained = ((after["board"] == right) & (puzzles == 0)).sum(axis=1) - ((board == right) & (puzzles == 0)).sum(axis=1)
        expected = -0.125 + 2.0 * gained - 0.5 * (outcomes == "wrong") - 8 * (outcomes == "illegal") + 64 * solved
        assert rewards == pytest.approx(expected)
        returns += rewards
        stuck = terminated & ~solved
        assert not env.action_masks()[stuck].any()
        limits = (infos["steps"] >= 60) | (infos["mistakes"] >= 8)
        assert (truncated == limits).all()
        over = terminated | truncated
        solved_once += solved.sum()
        if over.any():
            seen, infos = env.reset(options={"reset_mask": over})
            puzzles[over] = seen["board"][over]
            assert (infos["steps"][over] == 0).all()
        else:
            seen = after
    assert solved_once > 0


def placements(legal, board, puzzles):
    if legal == "candidates":
        return boards.legal_moves(board, box="2x3")
    digits = np.arange(1, 7)
    if legal == "empty":
        return np.broadcast_to((board == 0)[:, :, None], (*board.shape, 6))
    return (puzzles == 0)[:, :, None] & (board[:, :, None] != digits)


def play(env, steps, seed=1, of=slice(None), total=8):
    """Boards and rewards of some steps, with actions that do not depend on the number of environments."""
    rng = np.random.default_rng(seed)
    board, _ = env.reset(seed=5)
    history = [board]
    for _ in range(steps):
        actions = rng.integers(0, 64, total)[of]
        board, rewards, *_ = env.step(actions)
        history += [board, rewards]
    return history


def test_episodes_are_those_of_the_seed_however_they_are_divided():
    options = {"box": "2x2", "observation": "board", "max_steps": 9}
    together = play(VectorEnv(8, **options), 100)
    again = play(VectorEnv(8, seed=9, threads=1, **options), 100)
    assert all((one == other).all() for one, other in zip(together, again, strict=True))
    for first in (0, 3, 7):
        part = slice(first, min(first + 4, 8))
        alone = play(VectorEnv(part.stop - first, first_env=first, **options), 100, of=part)
        assert all((one[part] == other).all() for one, other in zip(together, alone, strict=True))
    other = VectorEnv(8, **options)
    assert (other.reset(seed=6)[0] != together[0]).any()


def restored(env, how, make):
    """A copy of an environment."""
    if how == "copy":
        return copy.deepcopy(env)
    if how == "pickle":
        return pickle.loads(pickle.dumps(env))
    other = make()
    other.load_state_dict(env.state_dict())
    return other


def assert_equal(one, other):
    if isinstance(one, (tuple, list)):
        for first, second in zip(one, other, strict=True):
            assert_equal(first, second)
    elif isinstance(one, dict):
        assert one.keys() == other.keys()
        assert_equal([one[name] for name in one], [other[name] for name in one])
    elif isinstance(one, np.ndarray) and one.dtype == object:
        assert_equal(list(one), list(other))
    else:
        assert type(one) is type(other) and np.array_equal(one, other)


@pytest.mark.parametrize("how", ["copy", "pickle", "state"])
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_copy_goes_on_alike(how, autoreset):
    options = {"seed": None, "box": "2x2", "observation": ["board", "notes"], "autoreset": autoreset, "max_steps": 7, "notes": True}
    options |= {"erase": True, "teacher": "singles", "action_masks": True, "difficulty": 0.2, "difficulty_by": "givens", "first_env": 3}
    env, rng = VectorEnv(5, **options), np.random.default_rng(1)
    env.reset(seed="words")
    others = []
    for step in range(40):
        if step == 9:
            for one in (env, *others):
                one.set_difficulty(0.5)
        if step % 6 == 3:
            others = [env]
            env = restored(env, how, lambda: VectorEnv(5, **options))
            assert env.difficulty == others[0].difficulty
        actions = rng.integers(0, env.num_actions, 5)
        steps = [one.step(actions) for one in (env, *others)]
        over = steps[0][2] | steps[0][3]
        if autoreset == "disabled" and over.any():
            steps += [one.reset(options={"reset_mask": over}) for one in (env, *others)]
        if others:
            assert_equal(steps[::2], steps[1::2])
            assert_equal(env.state_dict(), others[0].state_dict())
    assert env.state_dict()["episode_index"].min() > 2
    assert_equal(env.reset(), others[0].reset())
    assert_equal(env.reset(seed=4), others[0].reset(seed=4))


@pytest.mark.parametrize("how", ["copy", "pickle", "state"])
def test_copies_of_given_puzzles_and_of_one_board(how):
    puzzles = gridmill.generate(7, seed=3).puzzles
    env = VectorEnv(2, puzzles=puzzles, observation="board")
    env.reset()
    other = restored(env, how, lambda: VectorEnv(2, puzzles=puzzles, observation="board"))
    assert (other.reset()[0] == puzzles[[2, 3]]).all() and (other.reset()[0] == puzzles[[4, 5]]).all()
    one = Env(seed=2, givens=40)
    # Before the first reset, too.
    one = restored(one, how, lambda: Env(givens=40))
    one.reset()
    one.step(int(one.action_masks().argmax()))
    again = restored(one, how, lambda: Env(givens=40))
    # A search from a state: what happens in a copy is not seen by the original.
    again.step(int(again.action_masks().argmax()))
    again.load_state_dict(one.state_dict())
    action = int(one.action_masks().argmax())
    assert_equal(one.step(action), again.step(action))
    assert_equal(one.reset(), again.reset())
    one.close()
    if how != "state":
        with pytest.raises(RuntimeError, match="closed"):
            restored(one, how, None).reset()
    with pytest.raises(RuntimeError, match="closed"):
        one.load_state_dict(again.state_dict())


def test_states_of_other_environments_are_refused():
    env = VectorEnv(2, seed=1, box="2x2", notes=True)
    env.reset()
    good = env.state_dict()
    assert_equal(pickle.loads(pickle.dumps(good)), good)
    bad_board = good["boards"].copy()
    bad_board[good["puzzles"] > 0] = 0
    for change in [
        {"boards": bad_board}, {"boards": good["boards"][:1]}, {"notes": good["notes"] + 32}, {"outcome": good["outcome"] + 9},
        {"steps": good["steps"][:1]}, {"steps": good["steps"].astype(float)}, {"steps": [0, 0]}, {"is_reset": "yes"}, {"difficulty": 7.0},
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            env.load_state_dict({**good, **change})
        assert_equal(env.state_dict(), good)
    for name in good:
        with pytest.raises(gridmill.InputError, match=f"state has no {name}"):
            env.load_state_dict({key: value for key, value in good.items() if key != name})
    with pytest.raises(gridmill.InputError, match="of another number"):
        VectorEnv(3, seed=1, box="2x2", notes=True).load_state_dict(good)


def test_puzzles_are_rows_of_the_stream():
    env = VectorEnv(5, seed=42, givens=30, observation="board")
    for episode in range(3):
        board, infos = env.reset()
        assert infos["episode_index"].tolist() == [episode] * 5
        batch = next(gridmill.stream(42, 5, start=episode << 32, givens=30))
        assert (board == batch.puzzles).all() and (env.solutions() == batch.solutions).all()
    assert (env.reset(seed=42)[0] == next(gridmill.stream(42, 5, givens=30)).puzzles).all()


def test_autoreset_modes():
    options = {"seed": 1, "box": "2x2", "observation": "board", "max_steps": 1}
    env = VectorEnv(1, **options)
    env.reset()
    env.step(np.array([0]))
    _, rewards, terminated, truncated, infos = env.step(np.array([0]))
    assert rewards == [0.0] and not truncated and OUTCOMES[infos["outcome"][0]] == "begun" and infos["steps"] == [0]
    env = VectorEnv(1, autoreset="disabled", **options)
    env.reset()
    env.step(np.array([0]))
    with pytest.raises(RuntimeError, match="environment 0 has ended; reset it"):
        env.step(np.array([0]))


@pytest.mark.parametrize("teacher", ["singles", "hodoku", "basic"])
def test_a_teacher_solves_easy_puzzles(teacher):
    env = VectorEnv(20, seed=8, rulebook="hodoku", level="easy", teacher=teacher, erase=True, autoreset="disabled")
    rng = np.random.default_rng(0)
    _, infos = env.reset()
    done = np.zeros(20, bool)
    for step in range(200):
        actions = infos["teacher_action"]
        assert (actions == env.teacher_actions()).all()
        assert done.all() or (actions[~done] >= 0).all()
        if step % 10 == 5:
            actions = random_actions(rng, env.action_masks(), 0.0)
        _, _, terminated, _, infos = env.step(np.where(done, 0, actions))
        done |= terminated
        if done.any():
            env.reset(options={"reset_mask": terminated}) if terminated.any() else None
            infos["teacher_action"] = env.teacher_actions()
        if done.all():
            return
    raise AssertionError(f"{done.sum()} of 20 solved")


def test_given_puzzles_come_in_turn():
    puzzles = gridmill.generate(5, seed=3).puzzles
    env = VectorEnv(2, puzzles=puzzles, observation="board")
    assert (env.reset()[0] == puzzles[[0, 1]]).all()
    assert (env.reset()[0] == puzzles[[2, 3]]).all()
    assert (env.reset()[0] == puzzles[[4, 0]]).all()
    assert (env.reset(seed=1)[0] == puzzles[[0, 1]]).all()
    board, _ = env.reset(options={"puzzles": puzzles[[3, 3]]})
    assert (board == puzzles[[3, 3]]).all() and (env.solutions() == gridmill.solve(board)).all()
    with pytest.raises(gridmill.InputError, match="row 1 has no solution or several"):
        VectorEnv(2, puzzles=np.stack([puzzles[0], np.zeros(81, np.uint8)]))
    with pytest.raises(gridmill.InputError, match="3 puzzles for 2 environments"):
        env.reset(options={"puzzles": puzzles[:3]})
    with pytest.raises(gridmill.OptionError, match="go without"):
        VectorEnv(2, puzzles=puzzles, er="2.0..3.0")


def test_bad_actions_name_their_place_and_change_nothing():
    env = VectorEnv(3, seed=1, observation="board")
    with pytest.raises(RuntimeError, match="reset before the first step"):
        env.step(np.zeros(3, int))
    before, _ = env.reset()
    for actions, error, words in [
        (np.array([0, 729, 0]), ValueError, r"actions\[1\] is 729; give 0 to 728"),
        (np.array([0, 0, -1], np.int8), ValueError, r"actions\[2\] is -1"),
        (np.array([0, 0, 2**63], np.uint64), ValueError, r"actions\[2\]"),
        (np.array([0, 0]), ValueError, "2 actions for 3 environments"),
        (np.zeros((3, 1), int), ValueError, r"shape \[3, 1\]"),
        (np.zeros(3), TypeError, "float64"),
        (np.zeros(3, bool), TypeError, "bool"),
        (np.zeros(3, ">i8"), TypeError, "order"),
        (np.array([None] * 3), TypeError, "object"),
        ([0, 0, 0], TypeError, "actions is list"),
        (None, TypeError, "actions is NoneType"),
    ]:
        with pytest.raises(error, match=words):
            env.step(actions)
    after = env.step(np.zeros(3, np.uint16)[::-1])[0]
    assert ((after != before).sum(axis=1) <= 1).all()


def test_bad_options_are_refused_at_once():
    for options, words in [
        ({"num_envs": 0}, "num_envs is 0"),
        ({"num_envs": -1}, "num_envs is -1"),
        ({"num_envs": 10**12}, "num_envs is 1000000000000"),
        ({"legal": "all"}, "legal is \"all\"; give one of: candidates, empty, entries"),
        ({"wrong": "eat"}, "wrong is \"eat\""),
        ({"autoreset": "now"}, "autoreset is"),
        ({"rewards": "big"}, "rewards is \"big\""),
        ({"rewards": {"corect": 1}}, "rewards has no part \"corect\""),
        ({"rewards": {"correct": float("nan")}}, "give a finite number"),
        ({"max_steps": 0}, "max_steps is 0"),
        ({"max_mistakes": -1}, "max_mistakes is -1"),
        ({"first_env": -1}, "first_env is -1"),
        ({"observation": "boards"}, "observation \"boards\" is not there"),
        ({"observation": ["notes"]}, "notes"),
        ({"teacher": "nobody"}, "nobody"),
        ({"box": "7x7"}, "box"),
        ({"colour": 1}, "colour"),
        ({"er": "9..1"}, "9"),
    ]:
        with pytest.raises(ValueError, match=words.replace("(", r"\(")):
            VectorEnv(**{"num_envs": 2, "seed": 1, **options})
    for options in ({"rewards": 5}, {"rewards": {"correct": "a"}}, {"puzzles": [[0] * 81]}, {"max_steps": 1.5}):
        with pytest.raises(TypeError):
            VectorEnv(2, seed=1, **options)
    env = VectorEnv(2, seed=1)
    for options in ({"reset_mask": [True, False]}, {"reset_mask": np.array([1, 0])}):
        with pytest.raises(TypeError):
            env.reset(options=options)
    with pytest.raises(ValueError, match="there are: reset_mask, puzzles"):
        env.reset(options={"mask": None})
    with pytest.raises(gridmill.OptionError, match="teacher is None"):
        env.teacher_actions()


def test_difficulty_changes_while_it_runs():
    env = VectorEnv(4, seed=1, difficulty=0.0, difficulty_by="givens", observation="givens")
    easy = env.reset()[0].sum(axis=1)
    env.set_difficulty(0.6)
    harder = env.reset()[0].sum(axis=1)
    assert env.difficulty == 0.6 and (harder < easy).all()
    for value in (-0.1, 1.5, float("nan"), "hard"):
        with pytest.raises((TypeError, ValueError)):
            env.set_difficulty(value)
    assert env.difficulty == 0.6 and (env.reset()[0].sum(axis=1) == harder).all()
    for by in ("guesses", "er"):
        env = VectorEnv(2, seed=1, difficulty=0.5, difficulty_by=by)
        env.reset()
        env.close()


def test_an_error_of_the_stream_is_raised():
    env = VectorEnv(1, seed=1, givens=17, attempts=1)
    with pytest.raises(gridmill.SearchError):
        env.reset()


def test_one_board_plays_as_the_first_of_many():
    one, many = Env(seed=4, box="2x2", action_masks=True), VectorEnv(3, seed=4, box="2x2")
    seen, info = one.reset()
    assert info["steps"] == 0 and (info["action_mask"] == one.action_masks()).all()
    assert (seen["board"] == many.reset()[0]["board"][0]).all()
    rng = np.random.default_rng(0)
    for _ in range(5):
        action = int(rng.integers(64))
        seen, reward, terminated, truncated, info = one.step(action)
        all_seen, rewards, *_ = many.step(np.full(3, action))
        assert (seen["board"] == all_seen["board"][0]).all() and reward == rewards[0]
        assert type(reward) is float and type(terminated) is bool and type(info["steps"]) is int
        if terminated:
            break
    with pytest.raises(ValueError, match=r"actions\[0\] is 64"):
        Env(seed=1, box="2x2").step(64) if one.reset() is None else one.step(64)
    one.close()
    shown = Env(seed=1, box="2x2", render_mode="ansi")
    shown.reset()
    assert len(shown.render().splitlines()) == 4


def test_threads_end_with_the_environment():
    for _ in range(50):
        env = VectorEnv(8, seed=1)
        env.reset()
        env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.reset()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_goes_on():
    env = VectorEnv(4, seed=1, observation="board")
    env.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        expected = next(gridmill.stream(1, 4, start=1 << 32, threads=1)).puzzles
        os._exit(0 if (env.reset()[0] == expected).all() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_an_environment_that_threads_share_says_so():
    env, errors = VectorEnv(4096, seed=1, max_steps=None), set()
    env.reset()
    actions = np.zeros(4096, int)

    def act():
        end = time.monotonic() + 60
        while not errors and time.monotonic() < end:
            try:
                env.step(actions)
            except RuntimeError as error:
                errors.add(str(error))

    threads = [threading.Thread(target=act) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == {"another thread uses this environment at the moment; make one for each thread, with first_env"}
    env.step(actions)


def test_it_runs_without_gymnasium():
    code = """
import sys
sys.modules["gymnasium"] = None
import numpy as np
from gridmill.env import Env, VectorEnv
env = VectorEnv(2, seed=1)
env.reset(seed=2)
env.step(np.zeros(2, int))
env.close()
assert not hasattr(env, "action_space")
one = Env(seed=1)
one.reset()
one.step(0)
one.close()
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


@pytest.mark.skipif(not HAS_GYMNASIUM, reason="needs gymnasium")
@pytest.mark.parametrize("options", [{}, {"observation": "board", "box": "2x3"}, {"erase": True, "notes": True, "observation": ["board", "notes", "candidates"]}])
def test_gymnasium_checks_pass(options):
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    check_env(Env(seed=1, **options), skip_render_check=True)
    env = gymnasium.make("gridmill/Sudoku-v0", **options)
    env.reset(seed=3)
    env.step(env.action_space.sample())
    for vector in (VectorEnv(3, seed=1, **options), gymnasium.make_vec("gridmill.env:gridmill/Sudoku-v0", num_envs=3, **options)):
        assert isinstance(vector, gymnasium.vector.VectorEnv)
        vector.action_space.seed(0)
        seen, _ = vector.reset(seed=1)
        for _ in range(5):
            assert seen in vector.observation_space
            seen, rewards, terminated, truncated, _ = vector.step(vector.action_space.sample())
            assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert vector.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
        vector.close()


@pytest.mark.skipif(not HAS_GYMNASIUM, reason="needs gymnasium")
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_steps_are_those_of_gymnasiums_own_vector_environment(mode):
    from gymnasium.vector import AutoresetMode, SyncVectorEnv

    options = {"box": "2x2", "observation": "board", "max_steps": 7}
    ours = VectorEnv(3, seed=1, autoreset=mode, **options)
    theirs = SyncVectorEnv(
        [lambda first=first: Env(seed=1, first_env=first, **options) for first in range(3)],
        autoreset_mode=AutoresetMode[mode.upper()],
    )
    rng = np.random.default_rng(3)
    assert (ours.reset()[0] == theirs.reset()[0]).all()
    for _ in range(100):
        actions = rng.integers(0, 64, 3)
        (board, *results, infos), (their_board, *their_results, their_infos) = ours.step(actions), theirs.step(actions)
        assert (board == their_board).all()
        assert all((one == other).all() for one, other in zip(results, their_results, strict=True))
        assert infos.keys() == their_infos.keys()
        for name in ("steps", "mistakes", "solved"):
            assert (infos[name] == their_infos[name]).all()
        if "final_obs" in infos:
            for name in ("_final_obs", "_final_info"):
                assert (infos[name] == their_infos[name]).all()
            assert (infos["final_info"]["steps"] == their_infos["final_info"]["steps"]).all()
            assert [final is None for final in infos["final_obs"]] == (~infos["_final_obs"]).tolist()
            for env in np.flatnonzero(infos["_final_obs"]):
                assert (infos["final_obs"][env] == their_infos["final_obs"][env]).all()


@pytest.mark.skipif(not HAS_GYMNASIUM, reason="needs gymnasium")
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_gymnasium_records_the_statistics_of_episodes(mode):
    import gymnasium

    options = {"box": "2x2", "max_steps": 5}
    one = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.make("gridmill/Sudoku-v0", **options))
    _, info = one.reset(seed=1)
    assert info["episode_index"] == 0
    total = 0.0
    for _ in range(5):
        _, reward, terminated, truncated, info = one.step(one.action_space.sample())
        total += reward
        if terminated or truncated:
            break
    assert info["episode"]["r"] == total and info["episode"]["l"] == info["steps"]
    many = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec("gridmill/Sudoku-v0", num_envs=8, vectorization_mode="vector_entry_point", autoreset=mode, **options)
    )
    many.reset(seed=1)
    rng, seen = np.random.default_rng(1), 0
    for _ in range(30):
        _, _, terminated, truncated, infos = many.step(rng.integers(0, 64, 8))
        over = terminated | truncated
        if over.any():
            assert (infos["_episode"] == over).all() and (infos["episode"]["l"][over] <= 5).all()
            seen += over.sum()
    assert seen >= 8


@pytest.mark.parametrize("package, name", [("stable_baselines3", "PPO"), ("sb3_contrib", "MaskablePPO")])
def test_agents_of_other_packages_learn(package, name):
    agents = pytest.importorskip(package)
    import gymnasium

    env = gymnasium.make("gridmill/Sudoku-v0", box="2x2", max_steps=3)
    # The statistics of episodes that end in the first steps are read from the infos.
    agent = getattr(agents, name)("MultiInputPolicy", env, n_steps=10, batch_size=10, seed=1, device="cpu")
    agent.learn(10)
    assert agent.num_timesteps == 10 and len(agent.ep_info_buffer) >= 3
    if name == "MaskablePPO":
        observation, _ = env.reset(seed=2)
        masks = env.unwrapped.action_masks()
        assert masks[agent.predict(observation, action_masks=masks)[0]]


@pytest.mark.parametrize("make", [VectorEnv, Env])
@pytest.mark.parametrize("options, words", [({"render_mode": "rgb_array"}, "give None or one of: ansi"), ({"observation": []}, "observation is empty")])
def test_modes_and_observations_that_are_not_there_are_refused(make, options, words):
    with pytest.raises(gridmill.OptionError, match=words):
        make(seed=1, **options)
