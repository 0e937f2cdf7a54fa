"""Makes the sources of the site of documents, and checks its links.

    site.py sources PARTS BOOK    copies the pages of git to BOOK/src, for mdBook; PARTS has what the site holds besides them
    site.py check SITE            follows every link and picture within SITE

A link to a file that the site does not have leads to the sources, if Cargo.toml has their address; otherwise its text stays, without a link.
"""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
PICTURES = (".svg", ".png", ".html")


FIRST, SUMMARY = "docs/site/index.md", "docs/site/SUMMARY.md"


def name(path):
    """The name of a page in the book. mdBook calls README.md of a folder index.html, which the first page is in the root."""
    special = {FIRST: "index.md", SUMMARY: "SUMMARY.md", "README.md": "overview.md"}
    return special.get(path) or re.sub(r"README\.md$", "index.md", path)


def sources(parts, book):
    tracked = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.split("\n")
    address = re.search(r'^repository = "(.*)"$', Path("Cargo.toml").read_text(), re.MULTILINE)[1]
    pages = [path for path in tracked if path.endswith(".md") and not path.startswith((".github/", "paper/")) and not path.endswith("card.md")]
    pages.remove(SUMMARY)
    files = {path for path in tracked if path.endswith(PICTURES) and path.startswith(("docs/", "reports/"))}
    files |= {str(path.relative_to(parts)) for path in parts.rglob("*.html")}

    def place(page, target):
        """The page or file of the site that a link of a page leads to; None for all others."""
        full = os.path.normpath(os.path.join(os.path.dirname(page), unquote(target)))
        assert os.path.exists(full), f"{page}: {target} does not exist"
        return next((found for found in (full, full + "/README.md") if found in pages or found in files), None)

    def linked(page, text):
        """The text of a page with links that hold in the site."""

        def replace(match):
            picture, words, target = match.groups()
            path, sharp, anchor = target.partition("#")
            if "://" in target or not path or target.startswith("mailto:"):
                return match[0]
            if found := place(page, path):
                return f"{picture}[{words}]({os.path.relpath(name(found), os.path.dirname(name(page)) or '.')}{sharp}{anchor})"
            full = os.path.normpath(os.path.join(os.path.dirname(page), path))
            return f"[{words}]({address}/blob/main/{full})" if address else words

        # Code keeps its text: every other part of a page that is split at it.
        code = re.split(r"(^```.*?^```$|(?<!\[)`[^`\n]+`)", text, flags=re.MULTILINE | re.DOTALL)
        return "".join(part if at % 2 else LINK.sub(replace, part) for at, part in enumerate(code))

    def write(path, text):
        to = book / "src" / path
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text)

    # What is not made has no link on the first page.
    made = lambda match: match[0] if (parts / match[1]).exists() else match[2]
    for page in pages:
        text = re.sub(r'<a href="((?:play|pages|api)/[^"]*)">([^<]*)</a>', made, Path(page).read_text())
        write(name(page), linked(page, text))
    for path in files:
        if os.path.exists(path):
            to = book / "src" / path
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(Path(path).read_bytes())
    summary = Path(SUMMARY).read_text()
    listed = {place(SUMMARY, link) for link in re.findall(r"\]\((.*?)\)", summary)}
    # All others are at the end, each under its heading.
    title = lambda page: re.search(r"^# (.*)$", Path(page).read_text(), re.MULTILINE)[1]
    others = [f"- [{title(page)}]({name(page)})\n" for page in pages if page not in listed]
    write("SUMMARY.md", linked(SUMMARY, summary) + "\n# Measurements, crates and notes\n\n" + "".join(others))
    for file in ("book.toml", "site.css"):
        (book / file).write_bytes(Path("docs/site", file).read_bytes())


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("id", "name") and value:
                self.ids.add(value)
            elif key in ("href", "src") and value:
                self.links.append(value)


def check(site):
    # The API is checked by rustdoc; the page of errors has paths of the server.
    paths = [path for path in site.rglob("*.html") if path.relative_to(site).parts[0] not in ("api", "404.html", "toc.html")]
    pages = {path: Page(path.read_text()) for path in paths}
    broken, followed = [], 0
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            target, _, anchor = link.partition("#")
            to = (path.parent / unquote(target.partition("?")[0])).resolve() if target else path
            to = to / "index.html" if to.is_dir() else to
            followed += 1
            if not to.exists():
                broken.append(f"{path.relative_to(site)}: {link} is not there")
            elif anchor and to in pages and unquote(anchor) not in pages[to].ids:
                broken.append(f"{path.relative_to(site)}: {link} has no such place")
    print("\n".join(broken))
    if broken:
        sys.exit(f"{len(broken)} of {followed:,} links are broken")
    print(f"{len(pages)} pages, {followed:,} links hold")


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    {"sources": sources, "check": check}[command](*(Path(path).resolve() for path in rest))
