"""Compares shares of all minimal puzzles with the published ones, and writes the tables of docs/BIAS.md.

    python3 scripts/bias_tables.py

The shares are those of reports/unbiased/long.json. Needs Python alone.
"""

import json
import math
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE, REPORT = ROOT / "docs" / "BIAS.md", ROOT / "reports" / "unbiased" / "long.json"
BEGIN, END = "<!-- made by scripts/bias_tables.py -->\n", "<!-- end -->\n"
# Per cent of all minimal puzzles by number of givens, with standard errors: D. Berthier 2009, table 4.
GIVENS = {
    21: (0.00003148, 0.0000025),
    22: (0.0034816, 0.00004),
    23: (0.147847, 0.00045),
    24: (2.284853, 0.0027),
    25: (13.424609, 0.010),
    26: (31.909495, 0.023),
    27: (32.712245, 0.033),
    28: (15.479856, 0.031),
    29: (3.598318, 0.020),
    30: (0.414100, 0.009),
    31: (0.024144, 0.0028),
}
# Per cent with at most this ER: 5,926,343 puzzles rated by D. Berthier, each weighted by C(81, givens), as independent rows.
RATINGS = {
    1.2: (1.2317, 0.0055),
    1.5: (16.7252, 0.0192),
    2.3: (34.0401, 0.0253),
    2.6: (39.1008, 0.0264),
    4.5: (50.6328, 0.0281),
    6.6: (59.5644, 0.0284),
    7.1: (74.2881, 0.0263),
    7.2: (88.4764, 0.0201),
    8.3: (97.0912, 0.0108),
    9.0: (99.9792, 0.0009),
}
# Rows of one number of givens below which their share has no standard error worth a test.
FEWEST = 100


def solve(matrix, right):
    """The solution of linear equations, by elimination."""
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for place in range(len(rows)):
        best = max(range(place, len(rows)), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for row in range(len(rows)):
            if row != place:
                rows[row] = [value - rows[row][place] * pivot for value, pivot in zip(rows[row], rows[place])]
    return [row[-1] for row in rows]


def totals(shares):
    """Relative variances of independent totals, of which these are the shares with their standard errors.

    With r the relative variances and p the shares, that of share i is r_i (1 - 2 p_i) + sum p_j^2 r_j.
    """
    fractions = [share / 100 for share, _ in shares]
    matrix = [[p * p + (1 - 2 * q if row == place else 0) for place, p in enumerate(fractions)] for row, q in enumerate(fractions)]
    return solve(matrix, [(error / share) ** 2 for share, error in shares])


def chi_square_of_shares(ours, theirs):
    """Differences of the logarithms of totals from their mean: one degree of freedom less than totals."""
    variances = [one + two for one, two in zip(totals(ours), totals(theirs))]
    logarithms = [math.log(one[0] / two[0]) for one, two in zip(ours, theirs)]
    mean = sum(value / variance for value, variance in zip(logarithms, variances)) / sum(1 / variance for variance in variances)
    return sum((value - mean) ** 2 / variance for value, variance in zip(logarithms, variances)), len(ours) - 1


def covariances(cumulative):
    """Covariances of cumulative shares, those of as many rows of equal weight as each standard error amounts to."""
    shares = [share / 100 for share, _ in cumulative]
    rows = [share * (1 - share) / (error / 100) ** 2 for share, (_, error) in zip(shares, cumulative)]
    places = range(len(shares))
    return [[shares[min(i, j)] * (1 - shares[max(i, j)]) / math.sqrt(rows[i] * rows[j]) for j in places] for i in places]


def chi_square_of_cumulative(ours, theirs):
    """Differences of cumulative shares, whose errors are correlated."""
    both = [[one + two for one, two in zip(*rows)] for rows in zip(covariances(ours), covariances(theirs))]
    differences = [(one[0] - two[0]) / 100 for one, two in zip(ours, theirs)]
    return sum(value * weight for value, weight in zip(differences, solve(both, differences))), len(ours)


def survival(chi_square, degrees):
    """The probability of a larger value, for an even number of degrees of freedom."""
    assert degrees % 2 == 0, degrees
    terms = [1.0]
    for place in range(1, degrees // 2):
        terms.append(terms[-1] * chi_square / 2 / place)
    return math.exp(-chi_square / 2) * sum(terms)


def shown(share, error):
    """A share and its error, to two digits of the error."""
    digits = max(0, 1 - math.floor(math.log10(error)))
    return f"{share:.{digits}f} ± {error:.{digits}f}"


def table(head, ours, published):
    lines = [f"| {head} | here | published | difference in standard errors |", "|---|--:|--:|--:|"]
    for name, share in ours.items():
        difference = (share[0] - published[name][0]) / math.hypot(share[1], published[name][1])
        lines.append(f"| {name} | {shown(*share)} | {shown(*published[name])} | {difference:+.1f} |".replace("-", "−", 1 if difference < 0 else 0))
    return lines


def percent(found):
    return found["all"]["value"] * 100, found["all"]["error"] * 100


def page(unbiased):
    givens = {int(row["value"]): percent(row) for row in unbiased["givens"]}
    tested = [int(row["value"]) for row in unbiased["givens"] if row["sample"]["rows"] >= FEWEST]
    ratings = {float(row["value"]): percent(row) for row in unbiased["hardest_step_up_to"]}
    ratings = {er: ratings[er] for er in RATINGS}
    by_givens = chi_square_of_shares([givens[k] for k in tested], [GIVENS[k] for k in tested])
    by_rating = chi_square_of_cumulative(list(ratings.values()), list(RATINGS.values()))
    return [
        "Per cent of all minimal puzzles, ± one standard error:",
        "",
        *table("givens", givens, GIVENS),
        "",
        f"Over {tested[0]} to {tested[-1]} givens, chi-square is {by_givens[0]:.1f} with {by_givens[1]} degrees of freedom"
        f" (p = {survival(*by_givens):.2f}).",
        "",
        *table("ER at most", ratings, RATINGS),
        "",
        f"Over the table of ER, chi-square is {by_rating[0]:.1f} with {by_rating[1]} degrees of freedom (p = {survival(*by_rating):.2f}).",
        "The rows of this table are cumulative: their errors are correlated, which chi-square takes into account.",
    ]


def main():
    [corpus] = json.loads(REPORT.read_text())["corpora"]
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(before + BEGIN + "\n" + "\n".join(page(corpus["unbiased"])) + "\n\n" + END + after)


main()
