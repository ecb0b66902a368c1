// A game against the machine or a person, from the address: the moves are in it, so a game can be sent to somebody as it stands.
import { useState } from "preact/hooks";
import { useAbout, useQuestion } from "../api/about";
import { useAsk } from "../api/ask";
import { gameRef, subjectOf } from "../api/questions";
import type { BoardAnswer, StartsAnswer } from "../api/types";
import { HowTo } from "../parts/how-to";
import { Params } from "../parts/params";
import { PositionBox } from "../parts/position-box";
import { Segments } from "../parts/segments";
import { Waiting } from "../parts/waiting";
import { fill } from "../i18n/words";
import { GamePlay } from "../play/game";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";

/** Where to begin: the real start and a few others. */
function Starts() {
  const words = useWords();
  const { place, go } = usePlace();
  const [seed, setSeed] = useState(1);
  const term = place.terms.length === 1 ? place.terms[0] : undefined;
  const asked = useAsk<StartsAnswer>("/api/starts", term ? { game: gameRef(term), seed } : null);
  const names = { start: words.startReal, easy: words.startEasy, lost: words.startLost, random: words.startRandom };
  if (!term || !asked.answer || asked.answer.starts.length < 2) return null;
  return (
    <div class="starts" role="group" aria-label={words.startFrom}>
      <span class="hush">{words.startFrom}</span>
      {asked.answer.starts
        // Which position is easy and which is lost is an answer.
        .filter(({ kind }) => !place.teacher || kind === "start" || kind === "random")
        .map(({ kind, position, first }) => (
          <button
            key={kind}
            type="button"
            class="chip"
            data-start={kind}
            title={position}
            onClick={() => {
              go({ terms: [{ ...term, at: position }], first, moves: [], me: 0 });
              if (kind === "random") setSeed((s) => s + 1);
            }}
          >
            {names[kind]}
          </button>
        ))}
      <button type="button" class="chip" onClick={() => go({ screen: "position", open: "setup", moves: [] })}>{words.setup}</button>
    </div>
  );
}

export default function PlayScreen() {
  const words = useWords();
  const { place, go, adjust, adjustTerm } = usePlace();
  const about = useAbout(place.terms[0]);
  const question = useQuestion(place, about);
  const together = place.opponent === "person";
  const one = place.terms.length === 1 ? place.terms[0] : undefined;
  const head = (board: BoardAnswer | null) => (
    <>
      <div class="section-head">
        <h1>{board?.game ?? about.answer?.title ?? words.play}</h1>
        <span class="hush">{board?.ending}</span>
      </div>
      {about.problem && <Waiting asked={about} />}
    </>
  );
  const more = (
    <>
      <Starts />
      <details class="settings">
        <summary>{words.settings}</summary>
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
          {!together && <Segments label={words.iMove} value={place.me === 0 ? "first" : "second"} options={[["first", words.first], ["second", words.second]]} change={(v) => go({ moves: [], me: v === "first" ? 0 : 1 })} />}
          {one && (one.misere || about.answer?.features.includes("reversible")) && (
            <label class="check">
              <input type="checkbox" checked={one.misere} onChange={(e) => adjustTerm({ misere: e.currentTarget.checked })} />
              {words.misere}
            </label>
          )}
        </div>
        {place.terms.map((t, i) => (
          <PositionBox key={i} term={i} title={place.terms.length > 1 ? (t.game ?? words.ownRules) : null} position={question?.terms[i]?.position ?? t.at} starts={i === 0 ? (about.answer?.starts ?? []) : []} />
        ))}
        {one && about.answer && <Params params={about.answer.params} set={one.set} change={(set) => adjustTerm({ set })} />}
      </details>
      {about.answer && place.terms.length === 1 && <HowTo about={about.answer} />}
    </>
  );
  return (
    <GamePlay
      question={question}
      subject={subjectOf(place)}
      opponent={place.opponent}
      mistakes={place.mistakes}
      me={place.me}
      players={about.answer?.players ?? []}
      named={about.answer?.named ?? false}
      secret={place.teacher}
      change={(moves, person) => (person ? go({ moves }) : adjust({ moves }))}
      restart={() => go({ moves: [] })}
      head={head}
      more={more}
    />
  );
}
