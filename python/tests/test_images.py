"""Pictures as arrays are those of `export`, one for each row."""

import struct
import zlib

import numpy as np
import pytest

import gridmill


def pixels(png):
    """Decodes a PNG with three colours of 8 bits."""
    chunks, place = {}, 8
    while place < len(png):
        (size,) = struct.unpack(">I", png[place : place + 4])
        kind = png[place + 4 : place + 8]
        chunks[kind] = chunks.get(kind, b"") + png[place + 8 : place + 8 + size]
        place += size + 12
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width).astype(int)
    image = np.zeros((height + 1, width + 1, 3), int)
    for y, line in enumerate(lines):
        kind, deltas = line[0], line[1:].reshape(width, 3)
        for x in range(width):
            left, above, corner = image[y + 1, x], image[y, x + 1], image[y, x]
            nearest = left + above - corner
            distances = np.abs(nearest - np.stack([left, above, corner]))
            paeth = np.stack([left, above, corner])[distances.argmin(axis=0), np.arange(3)]
            predicted = [0 * left, left, above, (left + above) // 2, paeth][kind]
            image[y + 1, x + 1] = (deltas[x] + predicted) % 256
    return image[1:, 1:]


@pytest.mark.parametrize("dark", [False, True])
def test_pictures_are_those_of_export(tmp_path, dark):
    corpus = gridmill.generate(3, seed=1)
    gridmill.export(corpus, "png", tmp_path / "png", width=97, dark=dark, progress=False)
    images = gridmill.images(corpus, width=97, dark=dark, progress=False)
    assert images.dtype == np.uint8 and images.shape == (3, 97, 97, 3)
    for image, file in zip(images, sorted((tmp_path / "png").glob("*.png")), strict=True):
        assert (image == pixels(file.read_bytes())).all()


def test_entries_are_drawn_where_no_given_is():
    corpus = gridmill.generate(40, seed=2)
    plain, solved = gridmill.images(corpus.puzzles, width=90), gridmill.images(corpus.puzzles, corpus.solutions, width=90, threads=1)
    # Cells of 10 pixels within the margins of the picture: those with a given do not change.
    changed = (plain != solved).any(axis=3)
    assert changed.any(axis=(1, 2)).all()
    assert (gridmill.images(corpus.puzzles, corpus.puzzles, width=90) == plain).all()
    assert (gridmill.images(corpus.table()["puzzle"].to_list(), corpus.table()["solution"].to_list(), width=90) == solved).all()
    more = gridmill.images(corpus.solutions, width=90)
    assert ((more != plain).any(axis=3) | ~changed).mean() > 0.99, "the same cells, bolder"


def test_grey_is_the_luma_of_the_colours():
    corpus = gridmill.generate(2, seed=3, box="2x3")
    colours = gridmill.images(corpus, corpus.solutions, box="2x3", width=64)
    grey = gridmill.images(corpus, corpus.solutions, box="2x3", width=64, grey=True)
    assert grey.shape == (2, 64, 64)
    assert np.abs(colours @ np.array([0.299, 0.587, 0.114]) - grey).max() <= 0.501
    assert gridmill.images(corpus, width=64, grey=True, dark=True).mean() < 90 < grey.mean()
    assert (gridmill.images(corpus[0].puzzle, corpus[0].solution, box="2x3", width=64) == colours[0]).all()
    assert gridmill.images(np.zeros(256, int), box="4x4", width=33).shape == (33, 33, 3)
    assert gridmill.images(np.zeros((0, 81), int)).shape == (0, 252, 252, 3)


def test_what_cannot_be_drawn_is_refused():
    puzzles = gridmill.generate(3, seed=1).puzzles
    for width in (0, -1, 20_000, 2**70):
        with pytest.raises(gridmill.OptionError, match="width is"):
            gridmill.images(puzzles, width=width)
    with pytest.raises(TypeError, match="width"):
        gridmill.images(puzzles, width=1.5)
    with pytest.raises(gridmill.InputError, match="2 boards of entries for 3 puzzles"):
        gridmill.images(puzzles, puzzles[:2])
    with pytest.raises(gridmill.InputError, match="row 1: "):
        gridmill.images(["." * 81, "12"])
    with pytest.raises(gridmill.InputError, match="row 0: entries of another shape"):
        gridmill.images(["." * 81], ["." * 16])
    with pytest.raises(MemoryError):
        gridmill.images(np.broadcast_to(puzzles[0], (10**5, 81)), width=16_384)
