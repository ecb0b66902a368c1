// A game against a perfect opponent, one that errs, or a person at the same screen; hints, undo, and afterwards where it
// was lost. The moves are in the address, so a game can be sent to somebody as it stands.
import { useEffect, useRef, useState } from "preact/hooks";
import { useAbout, useQuestion } from "../api/about";
import { useAsk } from "../api/ask";
import { post, Problem } from "../api/client";
import { useIllustrated } from "../api/illustrate";
import { subjectOf } from "../api/questions";
import type { HintAnswer, Move, PlayAnswer, Solved } from "../api/types";
import { HistoryStrip } from "../parts/history";
import { Moves } from "../parts/moves";
import { PositionBox } from "../parts/position-box";
import { Segments } from "../parts/segments";
import { Waiting, Wrong } from "../parts/waiting";
import { fill } from "../i18n/words";
import { usePlace } from "../state/place";
import { useTaste } from "../state/taste";
import { Stage } from "./stage";

export function PlayScreen() {
  const { lang, words } = useTaste();
  const { place, go, adjust } = usePlace();
  const about = useAbout(place.terms[0]);
  const question = useQuestion(place, about);
  const asked = useAsk<Solved>("/api/solve", question, 0, subjectOf(place));
  const solved = asked.answer;
  const fresh = asked.fresh && solved !== null;
  const [hint, setHint] = useState<HintAnswer | null>(null);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [only, setOnly] = useState<readonly number[] | null>(null);
  const [open, setOpen] = useState(false);
  const [forbidden, setForbidden] = useState<readonly string[]>([]);
  // In games where the other player may forbid moves: has that been done for this turn?
  const [released, setReleased] = useState(false);
  const seed = useRef(Math.floor(Math.random() * 1e9));
  const here = JSON.stringify(question);
  // The seat that the person has: the side that begins at this start, or the other.
  const mine = ((place.first + place.me) % 2) as 0 | 1;
  const together = place.opponent === "person";
  const myTurn = solved !== null && (together || solved.mover === mine);
  const over = solved?.over ?? null;
  // A person forbids: for the machine's move, or for the person beside.
  const choosing = over === null && (solved?.forbid ?? 0) > 0 && (together || !myTurn) && !released;
  useEffect(() => {
    setHint(null);
    setPointed(null);
    setOnly(null);
    setForbidden([]);
    setReleased(false);
    setTrouble(null);
  }, [here]);

  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!fresh || question === null || over !== null || together) return;
    const forbids = myTurn && (solved?.forbid ?? 0) > 0;
    if ((myTurn && !forbids) || choosing) return;
    const control = new AbortController();
    const strength = place.opponent === "mistakes" ? { mistakes: place.mistakes / 100 } : "perfect";
    // A moment, so that the eye sees the person's own move before the answer to it.
    const timer = setTimeout(() => {
      post<PlayAnswer>("/api/play", { ...question, strength, seed: seed.current, ...(forbids ? { forbid: true } : { forbidden }) }, { lang, signal: control.signal, heard: () => undefined })
        .then((answer) => {
          if (forbids) setForbidden(answer.forbidden ?? []);
          else if (answer.move) adjust({ moves: [...place.moves, answer.move.move] });
        })
        .catch((error: unknown) => error instanceof Problem && setTrouble(error));
    }, forbids ? 0 : 550);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [fresh, here, myTurn, over, place.opponent, place.mistakes, round, choosing]);

  const moves = useIllustrated(question, (fresh ? solved?.answer.all_moves : null) ?? null);
  const make = (move: Move) => {
    if (choosing) {
      const most = solved?.forbid ?? 0;
      setForbidden((f) => (f.includes(move.to) ? f.filter((p) => p !== move.to) : f.length < most ? [...f, move.to] : f));
    } else if (myTurn && fresh) go({ moves: [...place.moves, move.move] });
  };
  const press = (indices: readonly number[]) => {
    const one = indices.length === 1 ? moves[indices[0] as number] : undefined;
    if (one && !forbidden.includes(one.to)) make(one);
    else if (indices.length > 1) setOnly(indices);
  };
  const nextHint = async () => {
    if (question === null) return;
    try {
      setHint(await post<HintAnswer>("/api/hint", { ...question, step: Math.min(3, (hint?.step ?? 0) + 1) }, { lang }));
    } catch (error) {
      if (error instanceof Problem) setTrouble(error);
    }
  };
  const undo = () => adjust({ moves: place.moves.slice(0, together || place.moves.length === 1 || myTurn === false ? -1 : -2) });
  const restart = (me: 0 | 1 = place.me) => {
    seed.current = Math.floor(Math.random() * 1e9);
    setOpen(false);
    go({ moves: [], me });
  };

  const players = about.answer?.players ?? [];
  const named = about.answer?.named ?? false;
  const nameOf = (seat: 0 | 1): string => {
    const name = named ? (players[seat] ?? "") : together ? fill(words.playerN, { n: seat + 1 }) : "";
    if (together) return name;
    const who = seat === mine ? words.you : words.opponent;
    return name === "" ? who : `${who} (${name})`;
  };
  const titles = solved?.answer.terms?.map((t) => t.game) ?? [solved?.answer.game ?? ""];
  const verdict = (): string => {
    if (solved === null || over === null) return "";
    if (over === "draw") return words.gameDrawn;
    const winner = (over === "win" ? solved.mover : 1 - solved.mover) as 0 | 1;
    if (together) return fill(words.playerWon, { who: nameOf(winner) });
    return winner === mine ? words.youWon : words.youLost;
  };
  const tone = over === null || over === "draw" ? "" : (over === "win") === (solved?.mover === mine) ? "win" : "lose";

  return (
    <div class="play">
      <section class="position-main">
        <div class="section-head">
          <h1>{solved?.answer.game ?? about.answer?.title ?? words.play}</h1>
          <span class="hush">{solved?.ending}</span>
        </div>
        <div class="position-tools">
          <Segments
            label={words.against}
            value={place.opponent}
            options={[["perfect", words.vsPerfect], ["mistakes", words.vsMistakes], ["person", words.vsPerson]]}
            change={(opponent) => adjust({ opponent })}
          />
          {place.opponent === "mistakes" && (
            <label class="size">
              <span>{fill(words.errorRate, { n: place.mistakes })}</span>
              <input type="range" min={0} max={100} step={5} value={place.mistakes} onInput={(e) => adjust({ mistakes: Number(e.currentTarget.value) })} />
            </label>
          )}
          {!together && (
            <Segments label={words.iMove} value={place.me === 0 ? "first" : "second"} options={[["first", words.first], ["second", words.second]]} change={(v) => restart(v === "first" ? 0 : 1)} />
          )}
        </div>
        {place.moves.length === 0 &&
          place.terms.map((_, t) => <PositionBox key={t} term={t} title={place.terms.length > 1 ? (titles[t] ?? null) : null} position={solved?.positions[t] ?? ""} starts={t === 0 ? (about.answer?.starts ?? []) : []} />)}
        <Waiting asked={asked} />
        {trouble && <Wrong problem={trouble} again={() => (setTrouble(null), setRound((r) => r + 1))} />}
        {solved && (
          <>
            <div class={`turn ${over === null ? "" : `over ${tone}`}`} role="status" data-turn={over !== null ? "over" : myTurn ? "mine" : "theirs"}>
              <h2>{over !== null ? verdict() : together ? fill(words.turnOf, { who: nameOf(solved.mover) }) : myTurn ? words.yourTurn : words.theirTurn}</h2>
              {solved.totals && <p>{fill(words.totals, { a: solved.totals[0], b: solved.totals[1] })}</p>}
              {choosing && (
                <p>
                  {fill(words.mayForbid, { n: solved.forbid })} <button type="button" onClick={() => setReleased(true)}>{words.letMove}</button>
                </p>
              )}
              {forbidden.length > 0 && <p>{fill(words.forbiddenNow, { list: forbidden.join(", ") })}</p>}
            </div>
            <Stage solved={solved} titles={titles} moves={moves} pointed={pointed} look={hint?.part ?? null} press={myTurn && over === null && !choosing ? press : null} />
            <div class="row-of-buttons">
              {over === null && <button type="button" disabled={!myTurn || (hint?.step ?? 0) >= 3} onClick={() => void nextHint()}>{hint ? words.moreHint : words.hint}</button>}
              <button type="button" disabled={place.moves.length === 0} onClick={undo}>{words.undo}</button>
              <button type="button" class={over === null ? "" : "strong"} onClick={() => restart()}>{words.newGame}</button>
              <label class="check">
                <input type="checkbox" checked={open} onChange={(e) => setOpen(e.currentTarget.checked)} />
                {words.openCards}
              </label>
            </div>
            {hint && (
              <p class="hint" role="status">
                <b>{fill(words.hintStep, { n: hint.step })}</b> {hint.text}
              </p>
            )}
            {question && <HistoryStrip question={question} open={open || over !== null} nameOf={nameOf} seat={together ? 0 : mine} />}
          </>
        )}
      </section>
      <section class="position-side sheet" aria-labelledby="moves">
        <h2 id="moves">{words.moves}</h2>
        {fresh && over === null && solved.answer.moves === null && <p class="hush">{words.movesUnlisted}</p>}
        {fresh && over === null && solved.answer.moves !== null && (
          <Moves
            moves={moves}
            only={only}
            secret={!open}
            disabled={(!myTurn && !choosing) || !fresh}
            forbidden={choosing ? [] : forbidden}
            cut={solved.answer.all_moves_cut ?? false}
            make={make}
            point={setPointed}
            clear={() => setOnly(null)}
          />
        )}
        {over !== null && <p class="hush">{words.gameOver}</p>}
      </section>
    </div>
  );
}
