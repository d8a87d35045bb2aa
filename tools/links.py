"""Ask every web address in our pages whether it is still there: `python -m tools.links`.

The tests follow the links between our own files. Where no address is reached at all there is no
network, and that is said rather than failed.
"""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.notebook import text_of
from tools.refresh import ROOT, lesson_paths

#: a web address that is not only an example, or what follows the word doi
ADDRESS = re.compile(
    r"https?://(?!127\.|[\w.]*\bexample\.)[^\s)>\"'`|?#]+|(?<=\bdoi )10\.[^\s\"|]+"
)
PAGES = (
    "*.md docs/*.md lessons/*.md lessons/LICENSE CITATION.cff farkle_edu/rulesets/*.toml".split()
)
#: with these a site says that it is there, and does not talk to programs
SHY = (401, 403, 405, 429)


def addresses() -> list[str]:
    """Every address in pages, lessons and rule sets, without what follows a ? or #."""
    paths = [*lesson_paths(), *(path for pattern in PAGES for path in ROOT.glob(pattern))]
    found = {address for path in paths for address in ADDRESS.findall(text_of(path))}
    return sorted(re.sub(r"^10\.", "https://doi.org/10.", each.rstrip(".,;")) for each in found)


def answer(address: str) -> int | OSError:
    """The status with which an address answers, or why it was not reached."""
    request = Request(address, headers={"User-Agent": "Mozilla/5.0"})
    try:
        with urlopen(request, timeout=30) as reply:
            return reply.status
    except HTTPError as error:
        return error.code
    except OSError as error:
        return error


def main(asked: list[str]) -> str | None:
    """Print what each address answers; return what is wrong."""
    with ThreadPoolExecutor(8) as pool:
        answers = dict(zip(asked, pool.map(answer, asked), strict=True))
    for address, said in answers.items():
        print(f"{said if isinstance(said, int) else 'not reached'}\t{address}\t{said}")
    if all(isinstance(said, OSError) for said in answers.values()):
        print("No address was reached: there is no way to the web from here. No link was checked.")
        return None
    lost = [each for each, said in answers.items() if said != 200 and said not in SHY]
    return f"links that lead nowhere: {', '.join(lost)}" if lost else None


if __name__ == "__main__":
    sys.exit(main(addresses()))
