// One position: drawn, judged, explained, with every move.
import { useEffect, useState } from "preact/hooks";
import { useAbout, useQuestion } from "../api/about";
import { useAsk } from "../api/ask";
import { useIllustrated } from "../api/illustrate";
import { gameRef, subjectOf } from "../api/questions";
import type { Move, Solved } from "../api/types";
import { Banner } from "../parts/banner";
import { Moves } from "../parts/moves";
import { Params } from "../parts/params";
import { PositionBox } from "../parts/position-box";
import { Quotient } from "../parts/quotient";
import { Value, WithValues } from "../parts/value";
import { Waiting } from "../parts/waiting";
import { WhyList } from "../parts/why";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";
import { Stage } from "./stage";

export function PositionScreen() {
  const words = useWords();
  const { place, go, adjust, adjustTerm } = usePlace();
  const about = useAbout(place.terms[0]);
  const question = useQuestion(place, about);
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
  // A huge position has too many moves to be listed; those that win are known all the same.
  const unlisted = solved !== null && solved.answer.moves === null;
  const winning = unlisted && !secret ? solved.answer.winning_moves?.map((move): Move => ({ ...move, result: "win" })) : undefined;
  const known = (winning?.length ?? 0) > 0;
  const moves = useIllustrated(question, (asked.fresh ? (winning ?? solved?.answer.all_moves) : null) ?? null);
  const make = (move: Move) => go({ moves: [...place.moves, move.move] });
  const press = (indices: readonly number[]) => {
    const only = indices.length === 1 ? moves[indices[0] as number] : undefined;
    if (only) make(only);
    else if (indices.length > 1) setOnly(indices);
  };
  const titles = solved?.answer.terms?.map((t) => t.game) ?? [solved?.answer.game ?? ""];
  const named = about.answer?.named ?? false;
  // Sums of heaps in misère play are decided by a quotient.
  const term = place.terms.length === 1 ? place.terms[0] : undefined;
  const misere = about.answer?.kind === "heaps" && (term?.misere || about.answer.features.includes("misere"));
  return (
    <div class="position">
      <section class="position-main">
        <div class="section-head">
          <h1>{solved?.answer.game ?? about.answer?.title ?? words.position}</h1>
          <span class="hush">{solved?.ending ?? about.answer?.ending}</span>
        </div>
        <div class="position-tools">
          {place.terms.map((_, t) => (
            <PositionBox key={t} term={t} title={place.terms.length > 1 ? (titles[t] ?? null) : null} position={solved?.positions[t] ?? place.terms[t]?.at ?? ""} starts={t === 0 ? (about.answer?.starts ?? []) : []} />
          ))}
          {place.terms.length === 1 && (place.terms[0]?.misere || about.answer?.features.includes("reversible")) && (
            <label class="check">
              <input type="checkbox" checked={place.terms[0]?.misere ?? false} onChange={(e) => adjustTerm({ misere: e.currentTarget.checked })} />
              {words.misere}
            </label>
          )}
          {named && solved && (
            <label class="check">
              {words.whoMoves}
              <select value={solved.mover} onChange={(e) => go({ first: e.currentTarget.value === "1" ? 1 : 0, moves: [], terms: place.terms.map((t, i) => ({ ...t, at: solved.positions[i] ?? t.at })) })}>
                {about.answer?.players.map((p, i) => <option key={p} value={i}>{p}</option>)}
              </select>
            </label>
          )}
        </div>
        {place.terms.length === 1 && about.answer && <Params params={about.answer.params} set={place.terms[0]?.set ?? {}} change={(set) => adjustTerm({ set })} />}
        <Waiting asked={asked} />
        {solved && (
          <div class={asked.waiting ? "stale" : ""}>
            {secret ? (
              <div class="banner covered">
                <h2>{words.whoWins}</h2>
                <button type="button" class="strong" onClick={() => setRevealed(here)}>{words.reveal}</button>
              </div>
            ) : (
              <Banner solved={solved} named={named} />
            )}
            <Stage solved={solved} titles={titles} moves={moves} pointed={pointed} look={null} press={press} />
            <div class="row-of-buttons">
              <button type="button" class="strong" onClick={() => go({ screen: "play", moves: [], terms: place.terms.map((t, i) => ({ ...t, at: solved.positions[i] ?? t.at })), first: solved.mover })}>{words.playFromHere}</button>
              {place.moves.length > 0 && <button type="button" onClick={() => adjust({ moves: place.moves.slice(0, -1) })}>{words.takeBack}</button>}
              {place.moves.length > 1 && <button type="button" class="quiet" onClick={() => adjust({ moves: [] })}>{words.backToStart}</button>}
            </div>
            {!secret && (
              <section class="sheet" aria-labelledby="why">
                <h2 id="why">{words.why}</h2>
                <WhyList reasons={solved.why} answer={solved.answer} />
              </section>
            )}
          </div>
        )}
        {misere && term && !secret && <Quotient game={gameRef(term)} />}
        {about.answer && question && !secret && (
          <WithValues games={subjectOf(place)}>
            {(features) => <Value question={question} loopy={features.includes("endless")} />}
          </WithValues>
        )}
        {!solved && !asked.problem && !asked.stopped && <div class="stage-empty" aria-hidden="true" />}
      </section>
      <section class="position-side sheet" aria-labelledby="moves">
        <h2 id="moves">{words.moves}</h2>
        {asked.fresh && unlisted && <p class="hush">{known ? words.winningOnly : words.movesUnlisted}</p>}
        {asked.fresh && solved && (!unlisted || known) && (
          <Moves moves={moves} only={only} secret={secret} disabled={false} cut={solved.answer.all_moves_cut ?? false} make={make} point={setPointed} clear={() => setOnly(null)} />
        )}
      </section>
    </div>
  );
}
