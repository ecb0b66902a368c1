// The drawn position of one or several games, side by side, with what the pointer's move would change.
import { useMemo, useRef } from "preact/hooks";
import type { Move, Solved } from "../api/types";
import { Drawing } from "../drawing/drawing";
import { movesAt, splits, touched, type Key } from "../drawing/elements";
import type { Sketch } from "../drawing/sketch";
import { drawingSvg, svgToPng } from "../save/drawing";
import { download, fileName } from "../save/download";
import { SaveMenu } from "../save/menu";
import { usePlace } from "../state/place";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";

interface StageProps {
  readonly solved: Solved;
  readonly titles: readonly string[];
  readonly moves: readonly Move[];
  readonly pointed: number | null;
  readonly look: { readonly term: number; readonly part: number } | null;
  readonly press: ((indices: readonly number[]) => void) | null;
}

/** Games seen to cut heaps into several: drawn lying from then on, also where nothing can be cut any more. */
const CUTTING = new Set<string>();

export function Stage({ solved, titles, moves, pointed, look, press }: StageProps) {
  const words = useWords();
  const { place } = usePlace();
  const box = useRef<HTMLDivElement>(null);
  const terms = useMemo(
    () =>
      solved.pictures.map((picture, t) => {
        const keys = touched(picture, moves, t);
        const game = JSON.stringify([place.terms[t]?.game, place.terms[t]?.rules]);
        if (splits(picture, moves, t)) CUTTING.add(game);
        return { picture, keys, live: new Set(keys.flat()), lying: CUTTING.has(game) };
      }),
    [solved, moves],
  );
  const save = (ending: "svg" | "png") => {
    if (!box.current) return;
    const made = drawingSvg(box.current);
    const name = fileName(`${solved.answer.game} ${solved.answer.position}`, ending);
    if (ending === "svg") download(name, made.text, "image/svg+xml");
    else void svgToPng(made).then((blob) => blob && download(name, blob));
  };
  return (
    <div class="stage">
      <div class="stage-terms" ref={box}>
        {terms.map(({ picture, keys, live, lying }, t) => {
          const move = pointed === null ? undefined : moves[pointed];
          const here = move && (move.term ?? 1) - 1 === t ? move : undefined;
          const sketch: Sketch = {
            marked: new Set(pointed === null ? [] : (keys[pointed] ?? [])),
            after: here?.pictures?.[t] ?? null,
            live,
            press: press ? (thing: Key) => press(movesAt(keys, thing)) : null,
            look: look && look.term - 1 === t ? look.part - 1 : null,
            lying,
          };
          return (
            <figure key={t} class="term">
              {terms.length > 1 && <figcaption>{titles[t]}</figcaption>}
              <Drawing picture={picture} sketch={sketch} label={fill(words.positionIs, { position: solved.positions[t] ?? "" })} />
            </figure>
          );
        })}
      </div>
      <div class="stage-tools">
        <SaveMenu
          items={[
            { name: "PNG", save: () => save("png") },
            { name: "SVG", save: () => save("svg") },
            { name: "JSON", save: () => download(fileName(solved.answer.game, "json"), JSON.stringify(solved.answer, null, 2), "application/json") },
          ]}
        />
      </div>
    </div>
  );
}
