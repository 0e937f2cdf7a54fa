"""A tour of the package. `mypy --strict` checks it."""

import numpy as np

import gridmill

corpus = gridmill.generate(1000, seed=42, givens=(24, 28), symmetry="rot180", rulebook="se")
puzzles = corpus.puzzles
assert puzzles.shape == (1000, 81)
assert (gridmill.solve(puzzles) == corpus.solutions).all()
assert gridmill.is_unique(puzzles).all()

ratings = gridmill.rate(puzzles[:100], "se")["er"].to_numpy()
print(f"median ER {np.median(ratings)}")

for row in corpus[:3]:
    print(row["puzzle"], row["er"])

one = corpus[0]
print(one)
for step in gridmill.steps(one.puzzle)[:3]:
    print(step.text)

stream = gridmill.stream(seed=7, batch_size=512)
for batch in stream:
    print(len(batch), batch["givens"][0])
    if stream.position >= 1024:
        break

solution: str | None = gridmill.solve(one.puzzle)
assert solution == one.solution
