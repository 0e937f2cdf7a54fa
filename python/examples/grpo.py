"""Trains a language model to solve Sudoku by GRPO, with TRL 1.16 and the scores of `gridmill.text` as rewards.

`pip install gridmill trl`, then `python grpo.py --model Qwen/Qwen3-0.6B --steps 500`. Without a model, a tiny random one takes three steps on
the processor: it learns nothing, and shows that the loop runs.
"""

import argparse
import string
import tempfile

from datasets import Dataset
from tokenizers import Regex, Tokenizer, models, pre_tokenizers
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

import gridmill
from gridmill import difficulty
from gridmill.text import make_prompt, score_answer


def rows(count, seed, level):
    """Prompts with their puzzles and solutions. Each seed has other puzzles: one for training, another for tests."""
    made = gridmill.generate(count, seed=seed, **difficulty.options(level, by="givens", box="2x2"))
    return Dataset.from_list([{"prompt": make_prompt(row, "rows"), "puzzle": row.puzzle, "solution": row.solution} for row in made])


def reward(completions, puzzle, solution, **_):
    """1 for the solution, up to 0.5 for right cells of another board, 0 without a board or with changed givens."""
    entries = [{"puzzle": one, "solution": other} for one, other in zip(puzzle, solution, strict=True)]
    return [score_answer(text, entry, partial=0.5).score for text, entry in zip(completions, entries, strict=True)]


def tiny():
    """A random model with a token for each character."""
    signs = ["<pad>", "<end>", *string.printable]
    words = Tokenizer(models.WordLevel({sign: number for number, sign in enumerate(signs)}, unk_token="<pad>"))
    words.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="<end>")
    config = LlamaConfig(
        vocab_size=len(signs), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, pad_token_id=0, bos_token_id=1, eos_token_id=1
    )
    return LlamaForCausalLM(config), tokenizer


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model")
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--level", type=float, default=0.0, help="difficulty from 0 to 1")
    options = parser.parse_args()
    if options.model:
        model, tokenizer = AutoModelForCausalLM.from_pretrained(options.model), AutoTokenizer.from_pretrained(options.model)
    else:
        model, tokenizer = tiny()
    with tempfile.TemporaryDirectory() as folder:
        settings = GRPOConfig(
            output_dir=folder, max_steps=options.steps, per_device_train_batch_size=4, num_generations=4, max_completion_length=64,
            logging_steps=1, save_strategy="no", report_to="none", use_cpu=options.model is None, bf16=options.model is not None,
        )  # fmt: skip
        trainer = GRPOTrainer(model, reward, args=settings, train_dataset=rows(1000, "train", options.level), processing_class=tokenizer)
        trainer.train()
    rewards = [line["reward"] for line in trainer.state.log_history if "reward" in line]
    print(f"{len(rewards)} steps, mean reward {sum(rewards) / len(rewards):.3f}")


if __name__ == "__main__":
    main()
