from farkle_edu.cli import main


def test_a_game_is_solved_once(tmp_path, capsys):
    assert main(["solve", "kcd2", "--to", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "100 %" in told
    assert "1 solved, 0 were there" in told
    assert main(["solve", "kcd2", "--to", str(tmp_path)]) == 0
    assert "0 solved, 1 were there" in capsys.readouterr().out


def test_what_cannot_be_solved(tmp_path, capsys):
    assert main(["solve", "kcd3", "--to", str(tmp_path)]) == 2
    assert "did you mean 'kcd2'?" in capsys.readouterr().err
