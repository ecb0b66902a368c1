// The automaton of a proof, at its full size, and the way of a position through it. The server's drawing is shown as an image, never as
// part of the page.
import { useEffect, useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import type { GameRef, ProveAnswer, Traced } from "../api/types";
import { fill } from "../i18n/words";
import { download } from "../save/download";
import { useWords } from "../state/taste";
import { Waiting } from "./waiting";

/** The digits that are read, under each other, and the states between them. */
function Way({ traced }: { traced: Traced }) {
  const words = useWords();
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.wayOfWord}>
      <table class="way mono">
        <tbody>
          {traced.tracks.map((name, t) => (
            <tr key={name}>
              <th scope="row">{name} = {traced.numbers[t]}</th>
              <td />
              {traced.letters.map((letter, i) => (
                <td key={i} colSpan={2}>{letter.digits[t]}</td>
              ))}
            </tr>
          ))}
          <tr class="way-states">
            <th scope="row">{words.states}</th>
            <td>0</td>
            {traced.letters.map((letter, i) => (
              <td key={i} colSpan={2}>→ {letter.state ?? "✕"}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** An automaton that is wider than its place shrinks to this share; beyond that it is scrolled. */
const READABLE = 0.8;

export function Automaton({ game, svg, text }: { game: GameRef; svg: string; text: string }) {
  const words = useWords();
  const [typed, setTyped] = useState("");
  const [position, setPosition] = useState("");
  const asked = useAsk<ProveAnswer>("/api/prove", position === "" ? null : { game, position });
  const answer = position !== "" && asked.fresh ? asked.answer : null;
  const traced = answer?.traced ?? null;
  const shown = traced !== null && answer?.svg ? answer.svg : svg;
  const [url, setUrl] = useState<string | null>(null);
  const width = Number(/width="(\d+)/.exec(svg)?.[1] ?? 0);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([shown], { type: "image/svg+xml" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [shown]);
  return (
    <figure class="automaton">
      <div class="scroll" tabIndex={0} role="region" aria-label={words.automaton}>{url && <img src={url} alt={text} style={{ maxWidth: `max(100%, ${READABLE * width}px)` }} />}</div>
      <figcaption>
        <p class="hush">{words.automatonHelp}</p>
        <form
          class="claim-box"
          onSubmit={(e) => {
            e.preventDefault();
            setPosition(typed.trim());
          }}
        >
          <label class="out-of-sight" for="trace">{words.traceLabel}</label>
          <input id="trace" type="text" class="mono" value={typed} placeholder={words.traceLabel} autocomplete="off" spellcheck={false} onInput={(e) => setTyped(e.currentTarget.value)} />
          <button type="submit">{words.traceIt}</button>
        </form>
        <Waiting asked={asked} />
        {answer && !traced && <p class="hush" role="status">{words.noTrace}</p>}
        {traced && (
          <div class="traced" role="status" data-accepted={String(traced.accepted)}>
            <Way traced={traced} />
            <p>{fill(traced.accepted ? words.wordAccepted : words.wordRefused, { state: traced.letters.at(-1)?.state ?? 0 })}</p>
          </div>
        )}
        <button type="button" class="link" onClick={() => download("automaton.svg", shown, "image/svg+xml")}>{words.saveAutomaton}</button>
      </figcaption>
    </figure>
  );
}
