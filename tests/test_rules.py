import pickle
import re
import tomllib

import pytest

from farkle_edu import load_rules, rule_names
from farkle_edu.rules import RulesError, field_help, field_names, read_rules
from tests.variations import CHANGES, NAMES, variations


def test_the_named_rule_sets():
    assert set(rule_names()) == {
        "ones_and_fives", "standard", "pocket_farkel", "five_dice", "rzeszow", "royal", "facebook",
        "ten_thousand", "farkle_challenge", "gamelake", "busche_neller", "zilch", "kcd2",
    }  # fmt: skip
    for name in rule_names():
        rules = load_rules(name)
        assert rules.title, name
        assert rules.source, name
        assert rules.summary.endswith("."), name


@pytest.mark.parametrize("name", NAMES)
def test_fields_go_out_and_come_back(name):
    for rules in variations(name):
        assert type(rules)(**rules.to_dict()) == rules
        again = pickle.loads(pickle.dumps(rules))
        assert again == rules
        assert hash(again) == hash(rules)
        assert (again.title, again.name) == (rules.title, rules.name)


def test_every_field_is_varied_and_explained():
    about = {"name", "title", "source", "summary", "penalty_points", "penalty_floor"}
    assert set(field_names()) - about == set(CHANGES)
    assert all(field_help(name) for name in field_names())


def test_changes_are_told():
    assert repr(load_rules("standard")) == "Rules('standard')"
    changed = load_rules("standard", target=5000, three_pairs=None)
    assert repr(changed) == "Rules('standard', three_pairs=None, target=5000)"
    assert changed != load_rules("standard")


def test_rules_are_equal_when_they_play_alike(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('title = "Ours"\ntriples = {}\n', encoding="utf-8")
    assert load_rules(mine) == load_rules("ones_and_fives")
    assert load_rules(str(mine)).title == "Ours"
    assert repr(load_rules(mine)) == "Rules('mine')"


def test_a_file_saved_by_a_windows_editor(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_bytes(b"\xef\xbb\xbftarget = 5000\r\n")
    assert load_rules(mine).target == 5000


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"dice": 7}, "dice must be a whole number from 1 to 6, not 7"),
        ({"targt": 5000}, "unknown field 'targt' in the rules; did you mean 'target'?"),
        ({"singles": {7: 10}}, "singles has 7 where a face from 1 to 6 belongs"),
        (
            {"singles": {1: -5}},
            "singles of face 1 must be a whole number from 1 to 1000000, not -5",
        ),
        ({"singles": 100}, "singles must give points by face"),
        ({"triples": {1: "x"}}, "triples of face 1 must be a whole number"),
        ({"four_of_a_kind": "double"}, "must be points or a multiple such as '2x', not 'double'"),
        ({"straights": {"135": 100}}, "straights has '135' where three or more faces in a row"),
        ({"straights": {"12345": 0}}, "straights of 12345 must be a whole number from 1"),
        ({"hot_dice": "perhaps"}, "hot_dice cannot be 'perhaps'; known are may, must, ends"),
        ({"ties": "frist"}, "ties cannot be 'frist'; did you mean 'first'?"),
        ({"extend": "yes"}, "extend must be true or false, not 'yes'"),
        ({"title": 5}, "title must be text, not 5"),
        ({"opening": True}, "opening must be a whole number from 0 to 1000000, not True"),
        ({"target": 0}, "target must be a whole number from 1"),
    ],
)
def test_a_wrong_value_is_one_clear_sentence(changes, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        load_rules("busche_neller", **changes)


@pytest.mark.parametrize(
    ("name", "changes", "sentence"),
    [
        ("five_dice", {"three_pairs": 1500}, "three_pairs needs six dice, and this game has 5"),
        ("standard", {"dice": 5}, "six_of_a_kind needs 6 dice, and this game has 5"),
        ("five_dice", {"straights": {"123456": 1500}}, "straight 123456 needs 6 dice"),
        (
            "ones_and_fives",
            {"four_of_a_kind": "2x"},
            "multiplies three alike, and triples is empty",
        ),
        ("ones_and_fives", {"full_house_bonus": 250}, "adds to three alike, and triples is empty"),
        ("ones_and_fives", {"singles": {}}, "nothing scores"),
        ("ones_and_fives", {"extend": True}, "extend needs three alike that score"),
        ("standard", {"three_pairs": None, "three_pairs_may_repeat": True}, "needs points for"),
        ("zilch", {"first_roll_farkle": "guhlke"}, "never happens: no_score already gives points"),
        ("standard", {"penalty_after": 3}, "belong together"),
        ("standard", {"penalty_points": 500}, "belong together"),
        ("standard", {"penalty_floor": 0}, "penalty_floor needs penalty_after"),
        ("five_dice", {"instant_win": "six_of_a_kind"}, "needs 6 dice, and this game has 5"),
        ("ones_and_fives", {"dice": 3, "disaster_face": 2}, "disaster_face needs four dice"),
        ("standard", {"overshoot": "welfare", "opening": 20000}, "must be hit exactly"),
        ("ones_and_fives", {"dice": 2, "triples": {2: 200}}, "triples need three dice"),
        ("five_dice", {"dice": 4, "five_of_a_kind": None}, "needs 5 dice, and this game has 4"),
    ],
)
def test_contradictions_are_explained(name, changes, sentence):
    with pytest.raises(RulesError, match=re.escape(sentence)) as error:
        load_rules(name, **changes)
    assert error.value.field


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("target = \n", "house.toml, line 1 (target =) is not valid TOML: Invalid value"),
        ("dice = 6\n\ntarget = 0\n", "house.toml, line 3: target must be"),
        (
            "dice = 6\ntargte = 5000\n",
            "house.toml, line 2: unknown field 'targte' in the rules; did",
        ),
        ("[singles]\n1 = 100\n5 = -50\n", "house.toml, line 3: singles of face 5 must be"),
        ("singles = {1 = 100, 9 = 5}\n", "house.toml, line 1: singles has '9' where"),
        ("# five\ndice = 5\nthree_pairs = 750\n", "house.toml, line 3: three_pairs needs six dice"),
        ('"ties" = "none"', "house.toml, line 1: ties cannot be 'none'"),
        ("[triples]\n1 = 300\nopening = 500\n", "house.toml, line 1: triples has 'opening' where"),
        ("[scoring]\nsingles = {}\n", "house.toml, line 1: unknown field 'scoring'"),
    ],
)
def test_an_error_in_a_file_names_its_line(text, sentence):
    with pytest.raises(RulesError, match="^" + re.escape(sentence)):
        read_rules(text, "house.toml")


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("dice: 6", "between a name and its value stands ="),
        ("singles = {1: 100, 5: 50}", "between a name and its value stands ="),
        ("opening = 1,000", "write a number with digits only, such as 10000"),
        ("opening = 1 000", "write a number with digits only, such as 10000"),
        ("extend = True", "write true or false, in small letters"),
        ("ties = shared", 'text stands between quotes, as in "first" or "2x"'),
        ("four_of_a_kind = 2x", 'text stands between quotes, as in "first" or "2x"'),
        ("ties = “first”", 'text stands between straight quotes, as in "first"'),
        ("four and pair = 1500", "a name has no spaces: join its words with _"),
        ("two_triplets = none", "to leave a field out, put # in front of it"),
        ("dice = 6;", "a line needs no ; at its end"),
        ("target = 5000", "this field stands in the file twice"),
    ],
)
def test_a_line_that_is_no_toml_gets_advice(line, advice):
    with pytest.raises(RulesError) as error:
        read_rules(f"# mine\ntarget = 5000\n{line}", "house.toml")
    assert str(error.value) == f"house.toml, line 3 ({line}) is not valid TOML: {advice}"


def test_rules_with_one_rare_combination_are_rules():
    rules = load_rules("ones_and_fives", singles={}, two_triplets=2500)
    assert rules.score([2, 2, 2, 3, 3, 3]) == 2500
    assert rules.keeps([1, 1, 1, 5, 5, 2]) == ()


def test_the_name_of_a_file_without_its_ending(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_house.toml").touch()
    with pytest.raises(RulesError, match=r"'my_house'; did you mean 'my_house.toml'\?"):
        load_rules("my_house")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("royale", "unknown rules 'royale'; did you mean 'royal'?"),
        ("xyzzy", "unknown rules 'xyzzy'; known are busche_neller, "),
        (5, "unknown rules 5; known are"),
        ("no/such.toml", "cannot read the rules file 'no/such.toml': No such file or directory"),
        ("missing.toml", "cannot read the rules file 'missing.toml'"),
    ],
)
def test_rules_that_are_not_there(name, sentence):
    with pytest.raises(ValueError, match="^" + re.escape(sentence)):
        load_rules(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_score_card_tells_every_field(name):
    base = load_rules(name)
    html, text = base._repr_html_(), str(base)
    assert base.title in html
    assert base.title in text
    for rules in variations(name):
        # Without a last round nobody can tie, so the card says nothing of ties.
        if rules != base and (rules.ties == base.ties or rules.final_round != "none"):
            assert str(rules) != text, rules
            assert rules._repr_html_() != html, rules


def test_a_teachers_words_are_shown_as_text(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('title = "<img src=x onerror=alert(1)>"', encoding="utf-8")
    assert "<img" not in load_rules(mine)._repr_html_()


def test_the_files_are_plain_toml():
    from importlib import resources

    for name in rule_names():
        text = resources.files("farkle_edu").joinpath("rulesets", f"{name}.toml").read_text("utf-8")
        assert set(tomllib.loads(text)) <= set(field_names())
