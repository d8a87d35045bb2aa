import pytest

from farkle_edu.cli import main
from farkle_edu.rulefile import EXAMPLES, as_toml
from farkle_edu.rules import RulesError, field_names, load_rules, read_rules, rule_names
from tests.variations import NAMES, variations


@pytest.mark.parametrize("name", NAMES)
def test_rules_written_down_read_back_the_same(name):
    for rules in variations(name):
        text = as_toml(rules)
        assert read_rules(text, "house.toml") == rules
        assert read_rules(text, "house.toml").title == rules.title


def test_every_field_stands_in_the_file_with_a_comment():
    lines = as_toml(load_rules("gamelake")).splitlines()
    for name in set(field_names()) - {"name"}:
        place = next(i for i, line in enumerate(lines) if line.lstrip("# ").startswith(f"{name} ="))
        assert lines[place - 1].startswith("# ")


def test_every_field_left_out_can_be_switched_on():
    for name, example in EXAMPLES.items():
        changes = {name: example}
        if name.startswith("penalty"):
            changes = {"penalty_after": 3, "penalty_points": 500, name: example}
        text = as_toml(load_rules("busche_neller"))
        for field, value in changes.items():
            switched = f'{field} = "{value}"' if isinstance(value, str) else f"{field} = {value}"
            text = text.replace(f"# {switched}\n", f"{switched}\n")
            text = text.replace(f"{field} = 0\n", f"{switched}\n") if "points" in field else text
        assert read_rules(text, "house.toml") == load_rules("busche_neller", **changes)


def test_the_list_and_the_card(capsys):
    assert main(["rules"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed and load_rules(name).summary in listed for name in rule_names())
    assert main(["rules", "show", "royal"]) == 0
    assert capsys.readouterr().out.strip() == str(load_rules("royal")).strip()
    assert main(["rules", "show", "royall"]) == 2
    assert "did you mean 'royal'?" in capsys.readouterr().err


def test_a_file_is_started_and_checked(tmp_path, capsys):
    file = tmp_path / "my_house.toml"
    assert main(["rules", "new", str(file), "--from", "gamelake"]) == 0
    assert load_rules(file) == load_rules("gamelake")
    assert main(["rules", "check", str(file)]) == 0
    assert "my_house.toml is fine" in capsys.readouterr().out
    file.write_text("mine", "utf-8")
    assert main(["rules", "new", str(file)]) == 2
    assert "is there already; --force writes over it" in capsys.readouterr().err
    assert file.read_text("utf-8") == "mine"
    assert main(["rules", "new", str(file), "--force"]) == 0
    assert load_rules(file) == load_rules("standard")
    assert main(["rules", "new", str(tmp_path / "house.txt")]) == 2
    assert "a rules file ends in .toml" in capsys.readouterr().err


def test_all_mistakes_are_named_at_once_with_their_lines(tmp_path, capsys):
    file = tmp_path / "my_house.toml"
    file.write_text('dice = 5\ntargt = 5000\nties = "frist"\n\n[singles]\n1 = -1\n', "utf-8")
    assert main(["rules", "check", str(file)]) == 2
    told = capsys.readouterr().err
    assert "my_house.toml, line 2: unknown field 'targt' in the rules; did you mean" in told
    assert "my_house.toml, line 3: ties cannot be 'frist'; did you mean 'first'?" in told
    assert "my_house.toml, line 6: singles of face 1 must be a whole number" in told
    file.write_text("dice = 5\nthree_pairs = 750\nsix_of_a_kind = 3000\n", "utf-8")
    assert main(["rules", "check", str(file)]) == 2
    told = capsys.readouterr().err
    assert "line 2: three_pairs needs six dice, and this game has 5" in told
    assert "line 3: six_of_a_kind needs 6 dice, and this game has 5" in told


@pytest.mark.parametrize("text", ["dice = ", "dice = 6\ndice = 5", "\x00"])
def test_a_file_that_is_no_toml(tmp_path, capsys, text):
    file = tmp_path / "my_house.toml"
    file.write_text(text, "utf-8")
    assert main(["rules", "check", str(file)]) == 2
    assert "is not valid TOML" in capsys.readouterr().err
    with pytest.raises(RulesError, match=r"my_house.toml, line [12]"):
        load_rules(file)
