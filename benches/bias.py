"""Compares shares of all minimal puzzles with the published ones: tables of docs/BIAS.md and reports/unbiased/README.md.

Shares by givens and ER are those of the rows of reports/unbiased/long.json; counts.py has shares by givens from counts. Those by B are of reports/unbiased/trial.json, the report of weighted rows
with the columns of `--add trial,backdoors`; without that file, its tables are left out. reports/unbiased/rated.json is that of a part of these rows
that is rated as well, for the measures by B; without it, they are of trial.json.
"""

import argparse
import json
import math
import re
from pathlib import Path

from measuring import ROOT, lines_of, processor, replace_part, write

REPORTS = Path("reports") / "unbiased"
# Per cent of all minimal puzzles by number of givens, with standard errors: D. Berthier 2009, table 4.
GIVENS = {
    20: (1.32e-7, 0.93e-7),
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
    32: (0.00102, 0.0007),
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
# Per cent by B rating of the same puzzles, weighted in the same way, and the rows of equal weight that have as much information (Kish 1965).
BRAIDS = dict(enumerate((29.1708, 8.4391, 12.6055, 22.2640, 21.4437, 4.7430, 1.0478, 0.2302, 0.0443, 0.0092)))
BRAID_ROWS = 3.18e6
# Rows of one number of givens, or of one B, below which their share has no standard error worth a test.
FEWEST = 100


def by_present_names(command):
    """A command of a report, whose options may have had other names when it was made."""
    names = {"--trial": "--add trial", "--backdoors": "--add backdoors", "--search-difficulty": "--add guesses"}
    return " ".join(names.get(word, word) for word in command.split(" "))


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
    """The probability of a larger value (M. Abramowitz and I. Stegun 1964, 26.4.4 and 26.4.5)."""
    half, odd = chi_square / 2, degrees % 2 / 2
    terms = [half ** (place + odd) / math.gamma(place + odd + 1) for place in range(degrees // 2)]
    return math.exp(-half) * sum(terms) + (math.erfc(math.sqrt(half)) if odd else 0)


def shown(share, error):
    """A share and its error, to two digits of the error."""
    digits = max(0, 1 - math.floor(math.log10(error)))
    return f"{share:.{digits}f} ± {error:.{digits}f}"


def with_error(estimate, scale=1):
    """An estimate with its error, where there is one."""
    value, error = estimate["value"] * scale, estimate["error"] and estimate["error"] * scale
    return shown(value, error) if error else number(value)


def number(value):
    """A number with four digits at least."""
    digits = 3 - math.floor(math.log10(abs(value))) if value else 0
    text = f"{value:,.{max(0, digits)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def words(column):
    """The name of a measure: `ER (se)`, `score (hodoku)`, `guesses`, `backdoor size`."""
    rulebook, _, measure = column.rpartition("_")
    measure = {"er": "ER", "b": "B"}.get(measure, measure)
    return f"{rulebook} {measure}" if rulebook == "backdoor" else f"{measure} ({rulebook})" if rulebook else measure


def compared(head, ours, published, theirs="D. Berthier's rows"):
    """A table of our shares and the published ones, or those of published rows."""
    rows = []
    for name, share in ours.items():
        difference = (share[0] - published[name][0]) / math.hypot(share[1], published[name][1])
        rows.append([name, shown(*share), shown(*published[name]), f"{difference:+.1f}".replace("-", "−")])
    return lines_of(f"{head} | here | {theirs} | difference in standard errors", rows)


def percent(found):
    return found["all"]["value"] * 100, found["all"]["error"] * 100


def biases(unbiased):
    """The tables of givens and ER, compared with the published ones."""
    givens = {int(row["value"]): percent(row) for row in unbiased["givens"]}
    by_givens = chi_square_of_shares(list(givens.values()), [GIVENS[k] for k in givens])
    few = {row["value"]: row["sample"]["rows"] for row in unbiased["givens"] if row["sample"]["rows"] < FEWEST}
    ratings = {float(row["value"]): percent(row) for row in unbiased["hardest_step_up_to"]}
    ratings = {er: ratings[er] for er in RATINGS}
    by_rating = chi_square_of_cumulative(list(ratings.values()), list(RATINGS.values()))
    return [
        "Per cent of all minimal puzzles, ± one standard error. The published ones are D. Berthier's table; ER are his rated rows, weighted here by C(81, givens):",
        "",
        *compared("givens", givens, GIVENS, "published"),
        "",
        f"Over all {len(givens)} classes, chi-square is {by_givens[0]:.1f} with {by_givens[1]} degrees of freedom (p = {survival(*by_givens):.2g}). Few rows have"
        f" {' and '.join(f'{givens} givens ({rows})' for givens, rows in few.items())}: their errors are too small for this test, and counts replace them.",
        "",
        *compared("ER at most", ratings, RATINGS),
        "",
        f"Over the table of ER, chi-square is {by_rating[0]:.1f} with {by_rating[1]} degrees of freedom (p = {survival(*by_rating):.2f}).",
        "The rows of this table are cumulative: their errors are correlated, which chi-square takes into account.",
    ]


def name_of(line):
    """The name of a value, or of the bound that a budget left."""
    return f"at least {line['value']}" if line["at_least"] else str(line["value"])


def braids(trial):
    """B ratings, compared with the published ones, and the test of their differences."""
    [shares] = [shares for shares in trial["shares"] if shares["of"] == "b"]
    lines = [line for line in shares["classes"] if not line["at_least"] and line["value"] in BRAIDS]
    ours = {line["value"]: percent({"all": line["estimate"]}) for line in lines}
    error = lambda share: 100 * math.sqrt(share / 100 * (1 - share / 100) / BRAID_ROWS)
    published = {b: (share, error(share)) for b, share in BRAIDS.items()}
    tested = [line["value"] for line in lines if line["rows"] >= FEWEST]
    text = ["Per cent of all minimal puzzles by B rating, ± one standard error:", "", *compared("B", ours, published), ""]
    few = [f"B = {line['value']} ({line['rows']:,})" for line in lines if line["rows"] < FEWEST]
    if few:
        text += [f"Fewer than {FEWEST} rows, whose errors are usually too small: {', '.join(few)}.", ""]
    beyond = [line for line in shares["classes"] if line["at_least"] or line["value"] not in BRAIDS]
    if beyond:
        each = [f"{name_of(line)}: {with_error(line['estimate'], 100)} ({line['rows']:,})" for line in beyond]
        text += [f"Not compared, per cent (rows): {'; '.join(each)}.", ""]
    if shares["bounds"]:
        text += ["The budget left a lower bound of some rows: they belong to a B of at least this, whose share is too low by as much.", ""]
    if len(tested) > 1:
        test = chi_square_of_shares([ours[b] for b in tested], [published[b] for b in tested])
        text.append(f"Over B of {tested[0]} to {tested[-1]}, chi-square is {test[0]:.1f} with {test[1]} degrees of freedom (p = {survival(*test):.2f}).")
    if shares["estimated_mean"]:
        text.append(f"Mean B: {with_error(shares['estimated_mean'])}.")
    text.append("The errors of D. Berthier's rows are those of 3.18 million rows of equal weight, taken as independent.")
    return text


def measures(trial, of_part):
    """Means and medians of ER, guesses and backdoor sizes for each B, and the sizes themselves."""
    last = ["guesses", "backdoor_size"]
    names = sorted({line["of"] for line in trial["by_b"]}, key=lambda name: (name in last and last.index(name) + 1, name.endswith("score"), name))
    of = {(line["at"], line["of"]): line for line in trial["by_b"]}
    head = ["B", *(f"{what} {words(name)}" for name in names for what in ("mean", "median"))]
    cells = lambda line: (with_error(line["estimated_mean"]), number(line["estimated_median"])) if line else ("–", "–")
    lines = [[str(b), *(cell for name in names for cell in cells(of.get((b, name))))] for b in sorted({b for b, _ in of})]
    sizes = list(dict.fromkeys(map(name_of, sorted(trial["sizes_by_b"], key=lambda cell: (cell["at_least"], cell["value"])))))
    shares = {(cell["of"], name_of(cell)): with_error(cell["estimate"], 100) for cell in trial["sizes_by_b"]}
    by_b = [[b, *(shares.get((b, size), "–") for size in sizes)] for b in dict.fromkeys(cell["of"] for cell in trial["sizes_by_b"])]
    counts = [[str(line["at"]), f"{line['rows']:,}", *cells(line)] for line in trial["backdoors"]]
    text = ["## Ratings, guesses and backdoors by B", "", *of_part, *lines_of(" | ".join(head), lines), ""]
    if by_b:
        text += ["## Backdoor sizes by B", "", "Per cent of the puzzles of each B:", "", *lines_of(" | ".join(["B", *(f"size {size}" for size in sizes)]), by_b), ""]
    if counts:
        text += ["Number of least backdoors:", "", *lines_of("size | rows | mean | median", counts), ""]
    return text


def depths(trial):
    """Shares of the measures that stand in no other table."""
    titles = {"trial_depth": "Trial depth", "bxb": "BxB, of depth 2", "bxbb": "BxBB, of depth 3", "backdoor_size": "Backdoor size"}
    text = []
    for shares in trial["shares"]:
        if shares["of"] in titles:
            lines = [[name_of(line), f"{line['rows']:,}", with_error(line["estimate"], 100)] for line in shares["classes"]]
            text += [f"## {titles[shares['of']]}", "", *lines_of("value | rows | per cent", lines), ""]
    return text


def correlations(corpus, of_part):
    """Rank correlations of measures without a rulebook."""
    own = {"b", "backdoor_size"}
    found = [line for line in corpus["relations"] if own & {line["one"], line["other"]} and line["estimate"]]
    lines = [[f"{words(line['one'])} and {words(line['other'])}", f"{line['rows']:,}", with_error(line["estimate"])] for line in found]
    return ["## Rank correlations", "", "C. Spearman 1904, of all minimal puzzles:", "", *of_part, *lines_of("measures | rows | correlation", lines), ""]


def machine_of(page):
    """The machine that a page names, or else the processor of this one."""
    kept = re.search(r"^Machine: (.*)$", page.read_text(), re.M) if page.exists() else None
    return kept[1] if kept else processor()


def trial_page(report, rated, machine):
    """The page on the run that reports/unbiased/trial.json describes, and on the rated part of its rows, if there is one."""
    [corpus] = report["corpora"]
    [part] = (rated or report)["corpora"]
    history = [step for each in (corpus, part) for step in each["facts"]["history"]]
    unbiased, commands = corpus["unbiased"], list(dict.fromkeys(step["command"] for step in history if step.get("command")))
    asked = re.search(r"--count (\d+)", commands[0])
    first = "" if asked and int(asked[1]) == corpus["rows"] else "the first "
    of_part = [f"Of the first {part['rows']:,} rows:", ""] if rated else []
    facts, stream = corpus["facts"]["trial"], corpus["facts"]["design"]["stream"]
    budgets = ((facts.get("trial_budget"), "each question about depth and braids"), (facts.get("backdoor_budget"), "backdoors"))
    work = [f"{nodes:,} nodes for {of}" for nodes, of in budgets if nodes]
    times = [f"`{time['column']}` {time['total_ns'] / 3.6e12:.1f} h" for time in corpus["times"]]
    return [
        "# Difficulty of all minimal puzzles, without a rulebook",
        "",
        f"Made by `python3 benches bias` from [trial.json](trial.json): {first}{corpus['rows']:,} rows of seed {corpus['seed']} and stream version {stream}, with as much"
        f" information as {unbiased['effective_rows']:,.0f} rows of equal weight. [docs/RATINGS.md](../../docs/RATINGS.md#without-a-rulebook-depth-braids-backdoors)"
        " defines the measures, [docs/BIAS.md](../../docs/BIAS.md) says why the rows stand for all minimal puzzles.",
        "",
        "```sh",
        *map(by_present_names, commands),
        *map(by_present_names, dict.fromkeys(each["command"] for each in (report, rated) if each)),
        "```",
        "",
        f"Definitions `{facts['version']}`; budgets of {' and '.join(work)}.",
        "",
        f"Machine: {machine}",
        *(["", f"Processor time: {', '.join(times)}."] if times else []),
        "",
        "## B ratings",
        "",
        *braids(corpus["trial"]),
        "",
        *depths(corpus["trial"]),
        *measures(part["trial"], of_part),
        *correlations(part, of_part),
    ]


def trial_section(report):
    """The section of docs/BIAS.md."""
    [corpus] = report["corpora"]
    return [
        "## B ratings of all minimal puzzles",
        "",
        f"{corpus['rows']:,} rows of `--dig enumerated`, with `--add trial` and `--add backdoors`, compared with D. Berthier's classification of 5,926,343 puzzles,"
        " each weighted by C(81, givens):",
        "",
        *braids(corpus["trial"]),
        "[reports/unbiased](../reports/unbiased/README.md) has the commands, trial depth, and ER, guesses and backdoors by B.",
    ]


def run(options):
    trial, rated, readme = (given or ROOT / REPORTS / name for given, name in ((options.trial, "trial.json"), (options.rated, "rated.json"), (None, "README.md")))
    [corpus] = json.loads((ROOT / REPORTS / "long.json").read_text())["corpora"]
    parts = {"made by benches/bias.py": biases(corpus["unbiased"])}
    if trial.exists():
        report = json.loads(trial.read_text())
        page = trial_page(report, json.loads(rated.read_text()) if rated.exists() else None, options.machine or machine_of(readme))
        write(options, str(REPORTS / "README.md"), "\n".join(page).rstrip() + "\n")
        parts["B ratings, made by benches/bias.py"] = trial_section(report)
    replace_part(options, "docs/BIAS.md", parts)
