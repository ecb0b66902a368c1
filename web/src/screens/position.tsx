// One position: drawn, judged, explained, with every move.
import { useEffect, useState } from "preact/hooks";
import { useAbout, useQuestion } from "../api/about";
import { useAsk } from "../api/ask";
import { useMoves } from "../api/illustrate";
import { gameRef, subjectOf } from "../api/questions";
import type { BoardAnswer, Move, Solved } from "../api/types";
import { Banner } from "../parts/banner";
import { DrawnTree } from "../parts/game-tree";
import { HowTo } from "../parts/how-to";
import { Moves } from "../parts/moves";
import { Params } from "../parts/params";
import { MOST, Plane } from "../parts/plane";
import { PositionBox } from "../parts/position-box";
import { Quotient } from "../parts/quotient";
import { Setup } from "../parts/setup";
import { RefutationTree } from "../parts/tree";
import { Value, WithValues } from "../parts/value";
import { Waiting } from "../parts/waiting";
import { WhyList } from "../parts/why";
import { download, fileName } from "../save/download";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";
import { Stage } from "./stage";

export default function PositionScreen() {
  const words = useWords();
  const { place, go, adjust, adjustTerm } = usePlace();
  const about = useAbout(place.terms[0]);
  const question = useQuestion(place, about);
  // What can be done is known at once; who wins may take longer.
  const drawn = useAsk<BoardAnswer>("/api/moves", question, 60, subjectOf(place));
  const board = drawn.answer;
  const asked = useAsk<Solved>("/api/solve", question, 60, subjectOf(place));
  const solved = asked.answer;
  const [pointed, setPointed] = useState<number | null>(null);
  const [only, setOnly] = useState<readonly number[] | null>(null);
  const here = JSON.stringify(question);
  const [revealed, setRevealed] = useState<string | null>(null);
  const secret = place.teacher && revealed !== here;
  useEffect(() => {
    setPointed(null);
    setOnly(null);
  }, [here]);
  const moves = useMoves(drawn, asked, secret);
  // A huge position has too many moves to be listed; those that win are known all the same.
  const unlisted = drawn.fresh && board !== null && (board.moves === null || (asked.fresh && !secret && board.over === null && solved?.answer.moves === null));
  const setup = place.open === "setup";
  // What is told of the position on the screen; while another is set up, nothing.
  const told = !secret && !setup;
  const make = (move: Move) => go({ moves: [...place.moves, move.move] });
  const named = about.answer?.named ?? false;
  // Sums of heaps in misère play are decided by a quotient.
  const term = place.terms.length === 1 ? place.terms[0] : undefined;
  const misere = about.answer?.kind === "heaps" && (term?.misere || about.answer.features.includes("misere"));
  // Two numbers that are a whole table's axes are a square of a board.
  const numbers = (board?.positions[0] ?? "").split(/\s+/).map(Number);
  const flat = about.answer?.table.drawing === "matrix" && about.answer.table.shows.includes("win") && board?.pictures[0]?.parts.length === 1;
  const [a, b] = numbers;
  const square = flat && drawn.fresh && numbers.length === 2 && a !== undefined && b !== undefined && Math.max(a, b) <= MOST ? ([a, b] as const) : null;
  return (
    <div class="position">
      <section class="position-main">
        <div class="section-head">
          <h1>{board?.game ?? about.answer?.title ?? words.position}</h1>
          <span class="hush">{board?.ending ?? about.answer?.ending}</span>
        </div>
        <Waiting asked={drawn.problem ? drawn : asked} />
        {setup && question && <Setup question={question} titles={board?.titles ?? []} done={(at) => go({ open: "", moves: [], first: board?.mover ?? place.first, terms: place.terms.map((t, i) => ({ ...t, at: at[i] ?? t.at })) })} cancel={() => go({ open: "" })} />}
        {board && !setup && (
          <div class={asked.waiting || drawn.waiting ? "stale" : ""}>
            {secret ? (
              <div class="banner covered">
                <h2>{words.whoWins}</h2>
                <button type="button" class="strong" onClick={() => setRevealed(here)}>{words.reveal}</button>
              </div>
            ) : (
              solved && <Banner solved={solved} named={named} />
            )}
            <Stage
              board={board}
              names={place.terms.map((t) => JSON.stringify([t.game ?? undefined, t.rules ?? undefined]))}
              moves={moves}
              pointed={pointed}
              look={null}
              make={make}
              narrow={setOnly}
              more={solved && asked.fresh && !secret ? [{ name: "JSON", save: () => download(fileName(solved.answer.game, "json"), JSON.stringify(solved.answer, null, 2), "application/json") }] : []}
            />
            <div class="row-of-buttons">
              <button type="button" class="strong" onClick={() => go({ screen: "play", moves: [], terms: place.terms.map((t, i) => ({ ...t, at: board.positions[i] ?? t.at })), first: board.mover })}>{words.playFromHere}</button>
              <button type="button" onClick={() => go({ open: "setup" })}>{words.setup}</button>
              {place.moves.length > 0 && <button type="button" onClick={() => adjust({ moves: place.moves.slice(0, -1) })}>{words.takeBack}</button>}
              {place.moves.length > 1 && <button type="button" class="quiet" onClick={() => adjust({ moves: [] })}>{words.backToStart}</button>}
            </div>
          </div>
        )}
        <div class="position-tools">
          {place.terms.map((_, t) => (
            <PositionBox key={t} term={t} title={place.terms.length > 1 ? (board?.titles[t] ?? null) : null} position={board?.positions[t] ?? place.terms[t]?.at ?? ""} starts={t === 0 ? (about.answer?.starts ?? []) : []} />
          ))}
          {place.terms.length === 1 && (place.terms[0]?.misere || about.answer?.features.includes("reversible")) && (
            <label class="check">
              <input type="checkbox" checked={place.terms[0]?.misere ?? false} onChange={(e) => adjustTerm({ misere: e.currentTarget.checked })} />
              {words.misere}
            </label>
          )}
          {named && board && (
            <label class="check">
              {words.whoMoves}
              <select value={board.mover} onChange={(e) => go({ first: e.currentTarget.value === "1" ? 1 : 0, moves: [], terms: place.terms.map((t, i) => ({ ...t, at: board.positions[i] ?? t.at })) })}>
                {about.answer?.players.map((p, i) => <option key={p} value={i}>{p}</option>)}
              </select>
            </label>
          )}
        </div>
        {place.terms.length === 1 && about.answer && <Params params={about.answer.params} set={place.terms[0]?.set ?? {}} change={(set) => adjustTerm({ set })} />}
        {about.answer && place.terms.length === 1 && <HowTo about={about.answer} />}
        {solved && told && (
          <section class={`sheet ${asked.waiting ? "stale" : ""}`} aria-labelledby="why">
            <h2 id="why">{words.why}</h2>
            <WhyList reasons={solved.why} answer={solved.answer} />
          </section>
        )}
        {solved && told && asked.fresh && board?.over === null && question && !unlisted && <RefutationTree question={question} now={place.open === "tree"} />}
        {/* It stays unfolded from move to move. */}
        {told && board?.over === null && question && !unlisted && <DrawnTree question={question} now={place.open === "drawn"} ready={asked.fresh} />}
        {square && term && told && <Plane game={gameRef(term)} first={board?.mover ?? 0} at={square} moves={moves} />}
        {misere && term && told && <Quotient game={gameRef(term)} now={place.open === "quotient"} />}
        {about.answer && question && told && (
          <WithValues games={subjectOf(place)}>
            {(features) => <Value question={question} loopy={features.includes("endless")} now={place.open === "value"} />}
          </WithValues>
        )}
        {!board && !drawn.problem && !drawn.stopped && <div class="stage-empty" aria-hidden="true" />}
      </section>
      {!setup && (
        <section class="position-side sheet" aria-labelledby="moves">
          <h2 id="moves">{words.moves}</h2>
          {unlisted && <p class="hush">{moves.length > 0 ? words.winningOnly : words.movesUnlisted}</p>}
          {drawn.fresh && board && board.over === null && (!unlisted || moves.length > 0) && (
            <Moves moves={moves} only={only} secret={secret} disabled={false} cut={board.cut && !unlisted} make={make} point={setPointed} clear={() => setOnly(null)} />
          )}
          {drawn.fresh && board?.over != null && <p class="hush">{words.gameOver}</p>}
        </section>
      )}
    </div>
  );
}
