"""Write the parts of README.md that come from the project's own data."""

import re
from pathlib import Path

from farkle_edu import load_rules, rule_names

README = Path(__file__).parents[1] / "README.md"


def ruleset_table() -> str:
    """Every named rule set: what load_rules takes, what it is, where it comes from."""
    lines = ["| `load_rules(...)` | the game | source |", "| --- | --- | --- |"]
    for name in rule_names():
        rules = load_rules(name)
        lines.append(f"| `{name}` | **{rules.title}.** {rules.summary} | {rules.source} |")
    return "\n".join(lines)


def filled(text: str) -> str:
    """The README's text with its marked blocks made anew."""
    block = f"<!-- rulesets -->\n{ruleset_table()}\n<!-- /rulesets -->"
    return re.sub(r"<!-- rulesets -->.*<!-- /rulesets -->", lambda _: block, text, flags=re.DOTALL)


if __name__ == "__main__":
    README.write_text(filled(README.read_text("utf-8")), "utf-8")
