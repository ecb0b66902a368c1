// Setting up a position by clicking: a letter is chosen and painted on squares, numbers grow and shrink, heaps, places, rows and columns
// come and go. The server makes every change, so that what stands here can always be typed.
import { useEffect, useState } from "preact/hooks";
import { post, Problem } from "../api/client";
import type { Asked as Question, EditAction, EditAnswer } from "../api/types";
import { Drawing } from "../drawing/drawing";
import type { Key } from "../drawing/elements";
import { STILL, type Sketch } from "../drawing/sketch";
import { fill } from "../i18n/words";
import { useTaste } from "../state/taste";
import { Segments } from "./segments";
import { Wrong } from "./waiting";

/** Everything can be clicked. */
const EVERYTHING: ReadonlySet<Key> = { has: () => true } as unknown as ReadonlySet<Key>;

interface SetupProps {
  /** Where it begins; moves are made before. */
  readonly question: Question;
  readonly titles: readonly string[];
  readonly done: (positions: readonly string[]) => void;
  readonly cancel: () => void;
}

type Brush = "more" | "less" | `=${string}`;

export function Setup({ question, titles, done, cancel }: SetupProps) {
  const { lang, words } = useTaste();
  const [state, setState] = useState<EditAnswer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [brush, setBrush] = useState<Brush>("more");
  const send = (body: object) => {
    post<EditAnswer>("/api/edit", body, { lang })
      .then((answer) => (setState(answer), setProblem(null)))
      .catch((error: unknown) => error instanceof Problem && setProblem(error));
  };
  useEffect(() => send(question), [JSON.stringify(question)]);
  const terms = question.terms.map((t, i) => ({ ...t, position: state?.positions[i] ?? t.position }));
  const change = (term: number, part: number, field: number, place: readonly number[], action: EditAction) =>
    send({ terms, first: question.first, term, edit: { part, field, place, action } });
  if (state === null) return problem ? <Wrong problem={problem} again={() => send(question)} /> : <div class="stage-empty" aria-hidden="true" />;
  const values = [...new Set(state.editable.flatMap((game) => game.fields.flatMap((f) => f.values ?? [])))];
  const painted: EditAction = brush === "more" || brush === "less" ? brush : { set: brush.slice(1) };
  const press = (term: number) => (thing: Key) => {
    // Nodes of graphs are places of the field whose numbers stand on them.
    if (thing.startsWith("node.")) {
      const node = thing.split(".").slice(2).join(".");
      const at = state.pictures[term]?.parts.flatMap((fields, part) => fields.map((field, f) => ({ part, f, field }))).find(({ field }) => field.as === "node" || field.as === "nodes");
      if (at) change(term, at.part, at.f, at.field.as === "nodes" ? [0] : [], { set: node });
      return;
    }
    const [part = "0", field = "0", place = "0"] = thing.split(".");
    const drawn = state.pictures[term]?.parts[Number(part)]?.[Number(field)];
    const single = drawn?.as === "stones" || drawn?.as === "number" || drawn?.as === "node" || drawn?.as === "text";
    change(term, Number(part), Number(field), single ? [] : place.split(",").map(Number), painted);
  };
  return (
    <div class="setup">
      <p class="hush">{words.setupHelp}</p>
      <Segments
        label={words.setupClick}
        value={brush}
        options={[["more", values.length > 0 ? words.setupNext : "+ 1"], ["less", values.length > 0 ? words.setupBefore : "− 1"], ...values.slice(0, 24).map((v): [Brush, string] => [`=${v}`, v])]}
        change={setBrush}
      />
      {problem && <Wrong problem={problem} />}
      {state.pictures.map((picture, term) => {
        const can = state.editable[term];
        const sketch: Sketch = { ...STILL, live: EVERYTHING, press: press(term), scale: state.pictures.length > 1 ? 1 : 1.3 };
        return (
          <figure key={term} class="term">
            {titles.length > 1 && <figcaption>{titles[term]}</figcaption>}
            <Drawing picture={picture} sketch={sketch} label={fill(words.positionIs, { position: state.positions[term] ?? "" })} />
            <div class="setup-parts">
              {picture.parts.slice(0, 24).map((fields, part) => (
                <div key={part} class="setup-part" role="group" aria-label={`${state.positions[term]} @${part + 1}`}>
                  {fields.map((drawn, field) => {
                    const of = can?.fields[field];
                    const name = `${drawn.name}${picture.parts.length > 1 ? ` @${part + 1}` : ""}`;
                    const button = (action: EditAction, sign: string, said: string) => (
                      <button type="button" aria-label={`${said}: ${name}`} title={said} onClick={() => change(term, part, field, [], action)}>{sign}</button>
                    );
                    const single = drawn.as === "stones" || drawn.as === "number";
                    return (
                      <span key={field} class="setup-field">
                        {single && <>{button("less", "−", words.setupLess)}<b class="mono">{String(drawn.value)}</b>{button("more", "+", words.setupMore)}</>}
                        {of?.grows && drawn.as !== "board" && <>{button("shrink", "⇤", words.setupShorter)}{button("grow", "⇥", words.setupLonger)}</>}
                        {of?.grows && drawn.as === "board" && (
                          <>
                            {button("shrink", "− ▭", words.setupFewerRows)}
                            {button("grow", "+ ▭", words.setupMoreRows)}
                            {button("narrow", "− ▯", words.setupFewerColumns)}
                            {button("widen", "+ ▯", words.setupMoreColumns)}
                          </>
                        )}
                      </span>
                    );
                  })}
                  {can?.parts && <button type="button" class="quiet" aria-label={fill(words.setupDrop, { n: part + 1 })} title={fill(words.setupDrop, { n: part + 1 })} onClick={() => change(term, part, 0, [], "drop_part")}>✕</button>}
                </div>
              ))}
              {can?.parts && <button type="button" onClick={() => change(term, Math.max(0, picture.parts.length - 1), 0, [], "add_part")}>{words.setupAdd}</button>}
            </div>
            <p class="mono setup-text" role="status" data-position={state.positions[term]}>{state.positions[term]}</p>
          </figure>
        );
      })}
      <div class="row-of-buttons">
        <button type="button" class="strong" onClick={() => done(state.positions)}>{words.setupDone}</button>
        <button type="button" class="quiet" onClick={cancel}>{words.setupCancel}</button>
      </div>
    </div>
  );
}
