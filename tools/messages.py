"""Collect the words on the screen, bring them to the translators' files, and compile those.

The files are `farkle_edu/translations/<language>/LC_MESSAGES/farkle_edu.po`. New words come
without a translation, and those that no code shows any more go. What is compiled, in `.mo` files
beside them, is what the widgets read.
"""

from __future__ import annotations

import io
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from farkle_edu.language import DOMAIN, FOLDER, LANGUAGES

PACKAGE = FOLDER.parent
AUTHORS = "The farkle_edu authors"
ISSUES = "https://github.com/farkle-edu/farkle_edu/issues"
TRANSLATIONS = [code for code in LANGUAGES if code != "en"]


def po_file(code: str) -> Path:
    return FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def in_the_code() -> Catalog:
    """Every message of the package, with the files that show it."""
    found = Catalog()
    for file in sorted((PACKAGE / "rulesets").glob("*.toml")):
        title = tomllib.loads(file.read_text("utf-8"))["title"]
        found.add(title, None, [(f"rulesets/{file.name}", 1)], ["what people call these rules"])
    comments = ("Translators:",)
    for name, line, message, notes, context in extract_from_dir(
        PACKAGE, comment_tags=comments, strip_comment_tags=True
    ):
        found.add(message, None, [(name, line)], auto_comments=notes, context=context)
    return found


def read(code: str) -> Catalog:
    """The translations as they are; empty for a language that has none yet."""
    file = po_file(code)
    if not file.exists():
        return Catalog(
            locale=code,
            header_comment=f"# The words of {DOMAIN} on the screen: {Locale(code).english_name}.",
            project=DOMAIN,
            version="1",
            last_translator=AUTHORS,
            language_team=AUTHORS,
            msgid_bugs_address=ISSUES,
            revision_date=datetime.now(UTC),
            charset="utf-8",
            fuzzy=False,
        )
    return read_po(io.BytesIO(file.read_bytes()), locale=code, domain=DOMAIN)


def missing(catalog: Catalog) -> list[str]:
    """The messages without a translation, or without one of its plural forms."""
    return [
        str(message.id)
        for message in catalog
        if message.id
        and not all(message.string if isinstance(message.string, tuple) else [message.string])
    ]


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as gettext reads it."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def main() -> None:
    words = in_the_code()
    for code in TRANSLATIONS:
        catalog = read(code)
        catalog.update(words, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        file = po_file(code)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as opened:
            write_po(opened, catalog, width=100, include_lineno=False, sort_by_file=True)
        file.with_suffix(".mo").write_bytes(compiled(read(code)))
        print(f"{code}: {len(catalog)} messages, {len(missing(catalog))} without a translation")


if __name__ == "__main__":
    main()
