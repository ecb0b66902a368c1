"""Every question beside solving gives what the command prints, and the names of answers hold what they say."""

import copy
import json
import pickle

import pytest

import bouton
from bouton import Outcome, Status


def test_sums(command):
    both = bouton.game("nim").position("3 4") + bouton.game("kayles").position(7)
    _, out, _ = command("--json", "--", "nim", "3", "4", "+", "kayles", "7")
    assert both.solve().to_dict() == json.loads(out)
    assert [term["grundy"] for term in both.solve().terms] == [7, 2]


def test_parameters_and_endings(printed):
    assert bouton.game("bash", m=3).solve(21).to_dict() == printed("bash", "21", "m=3")
    assert bouton.game("subtract", S={1, 3, 4}).solve(100).to_dict() == printed("subtract", "100", "S=1,3,4")
    assert bouton.game("kayles", misere=True).solve("3 4").to_dict() == printed("kayles", "3", "4", "--misere")
    assert bouton.game("kayles").misere().set().solve("3 4").outcome == bouton.game("kayles", misere=True).outcome("3 4")
    graph = "graph { 0 -> 1 2; 1 -> 2; 2 -> }"
    assert bouton.game("dag", G=graph).solve("0 1").to_dict() == printed("dag", "0", "1", "--set", f"G={graph}")


def test_partizan_first(printed):
    hexapawn = bouton.game("hexapawn")
    assert hexapawn.solve(first="Black").to_dict() == printed("hexapawn", "--first", "Black")
    assert hexapawn.solve().outcomes == {"White": Outcome.LOSE, "Black": Outcome.LOSE}
    assert hexapawn.solve().outcome_class == "P"


def test_tables(printed):
    assert bouton.game("lasker").table(to=16).to_dict() == printed("table", "lasker", "--to", "16")
    wythoff = bouton.game("wythoff").table(a=12, b=range(5, 9), show="win")
    assert wythoff.to_dict() == printed("table", "wythoff", "a=0..12", "b=5..8", "--show", "win")
    kiki = bouton.game("kiki").table(rows=(1, 3), cols=(1, 4))
    assert kiki.to_dict() == printed("table", "kiki", "rows=1..3", "cols=1..4")
    best = bouton.game("lasker").table(to=3, show="best")
    assert best.to_dict() == printed("table", "lasker", "--to", "3", "--show", "best")


def test_patterns(printed):
    assert bouton.game("bash").pattern().to_dict() == printed("pattern", "bash")
    assert bouton.game("wythoff").pattern(to=30).to_dict() == printed("pattern", "wythoff", "--to", "30")
    numbers = [4, 5, 6] * 4
    assert bouton.find_pattern(numbers).to_dict() == printed("pattern", *map(str, numbers))
    found = bouton.game("heaps n; move take k in {1, 3, 4}: n -> n - k").pattern().found[0]
    assert (found.period, found.saltus, found.first, found.status) == (7, 0, 0, Status.PROVED)


def test_theorems_and_certificates(printed, tmp_path, command):
    theorem = bouton.game("wythoff").prove()
    assert theorem.to_dict() == printed("prove", "wythoff")
    assert theorem and theorem.status is Status.PROVED and "<svg" in theorem.svg and "digraph" in theorem.dot
    file = tmp_path / "w.json"
    theorem.certificate.save(file)
    assert bouton.verify(file) and bouton.verify(file).to_dict() == printed("verify", str(file))
    other = tmp_path / "command.json"
    command("prove", "wythoff", "--certificate", str(other))
    assert other.read_text() == file.read_text()
    damaged = json.loads(file.read_text())
    damaged["automaton"]["accept"] = damaged["automaton"]["accept"][1:]
    file.write_text(json.dumps(damaged))
    refused = bouton.verify(file)
    assert not refused and refused.reason
    assert theorem.at([165580140, 267914295])["outcome"] == "lose"
    big = [10**30, 10**30 + 1]
    assert bouton.game("wythoff").prove(big).to_dict() == printed("prove", "wythoff", *map(str, big))
    assert theorem.certificate_of("3 5").verify()
    none = bouton.game("chomp").prove()
    assert not none and none.reason
    with pytest.raises(bouton.NotApplicable):
        _ = none.certificate


def test_values_of_partizan_games(printed):
    assert bouton.game("toads-frogs").value("TT..FF").to_dict() == printed("value", "toads-frogs", "TT..FF")
    assert bouton.value("{1|-1} + * - ^").to_dict() == printed("value", "{1|-1} + * - ^")
    line = "toads-frogs TT.F - 2 * clobber XO"
    assert bouton.value(line).to_dict() == printed("value", line)
    assert bouton.value("tiny(2) < ^").compared["holds"] is True
    assert bouton.value("over + 1/2").to_dict() == printed("value", "over + 1/2")
    both = bouton.game("toads-frogs").position("TT.F") + bouton.game("clobber").position("XOXO")
    assert both.value().to_dict() == printed("value", "toads-frogs", "TT.F", "+", "clobber", "XOXO")
    drawn = bouton.thermograph("{4|0}")
    assert drawn.to_dict() == printed("thermograph", "{4|0}") and drawn._repr_svg_().startswith("<svg")


def test_misere_quotients(printed, tmp_path):
    quotient = bouton.game("heaps n; octal 0.77").quotient(to=30)
    assert quotient.to_dict() == printed("misere", "heaps n; octal 0.77", "--to", "30")
    whole = bouton.game("kayles").quotient()
    assert (whole.order, whole.tame, whole.status) == (40, False, Status.PROVED)
    misere = bouton.game("kayles", misere=True)
    for heaps in ([1], [2], [4], [3, 4], [5, 5], [9], [12], [2, 3, 5]):
        assert whole.is_lost(*heaps) == (misere.outcome(heaps) is Outcome.LOSE), heaps
    assert whole.certificate.verify().accepted


def test_checks_starts_same_explain(printed):
    lasker = bouton.game("lasker")
    assert lasker.check("grundy = n", to=10).to_dict() == printed("check", "lasker", "--claim", "grundy = n", "--to", "10")
    assert lasker.check("grundy = n", to=10).counterexample == "3"
    assert not lasker.check("grundy = n", to=10)
    assert bouton.game("split-nim").starts(6).to_dict() == printed("starts", "split-nim", "6")
    assert bouton.game("wythoff").starts(to=4).to_dict() == printed("starts", "wythoff", "--to", "4")
    same = bouton.game("kayles").same(bouton.game("heaps n; octal 0.77"), to=40)
    assert same["same"] is True
    explained = bouton.game("kayles", misere=True).explain(4)
    assert [branch["move"]["to"] for branch in explained["tree"]["branches"]]
    assert "say" in bouton.game("nim").explain("3 4 5", "take 1 @1").to_dict()


def test_positions_are_objects():
    nim = bouton.game("nim")
    p = nim.position([3, 4, 5])
    assert p == nim.position("3 4 5") and hash(p) == hash(bouton.game("nim").position((3, 4, 5)))
    assert list(p) == [3, 4, 5] and len(p) == 3 and p[0] == 3 and {p: 1}[nim.position("3 4 5")] == 1
    assert nim.position("1 2") < nim.position("1 3")
    assert p.play("take 2 @1") == nim.position("1 4 5") and p.outcome is Outcome.WIN and p.grundy == 2
    assert [str(m.to) for m in nim.moves(2)] == ["1", "[]"] or len(nim.moves(2)) == 2
    assert nim.position(10**30) and str(nim.position(10**30)) == str(10**30)
    fibonacci = bouton.game("fibonacci")
    assert fibonacci.position({"n": 12, "limit": 4}) == fibonacci.position("12 limit=4")
    assert pickle.loads(pickle.dumps(nim)) == nim and copy.copy(nim) == nim
    assert len(nim.positions(to=3)) == 4


def test_small_questions_remember():
    kayles = bouton.game("kayles")
    values = kayles.values(300).tolist()
    assert [kayles.grundy(n) for n in range(301)] == values
    assert kayles.grundy("3 4") == values[3] ^ values[4]
    cram = bouton.game("cram")
    assert cram.outcome("3x4") is cram.solve("3x4").outcome
    with pytest.raises(bouton.NotApplicable):
        bouton.game("hexapawn").grundy("")


def test_drawings_for_notebooks():
    nim = bouton.game("nim")
    assert "<svg" in nim.solve([3, 4, 5])._repr_html_() and "WINS" in nim.solve([3, 4, 5])._repr_html_()
    assert "<svg" in bouton.game("wythoff").table(a=9, b=9)._repr_html_()
    assert "<svg" in bouton.game("wythoff").prove()._repr_html_()
    assert "<circle" in nim.position([1, 2])._repr_html_()
    assert "<script" not in bouton.rules('game "<script>"; heaps n; move k in 1..1: n -> n - k').solve(1)._repr_html_()
    bouton.language("zh")
    assert "先手必胜" in nim.solve([3, 4, 5])._repr_html_()
    assert bouton.game("nim").title == "尼姆"
