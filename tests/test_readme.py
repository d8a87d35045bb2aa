from farkle_edu import rule_names
from tools.readme import README, filled


def test_the_tables_are_those_of_the_files():
    text = README.read_text("utf-8")
    assert filled(text) == text, "run: python -m tools.readme"
    assert all(f"| `{name}` |" in text for name in rule_names())
