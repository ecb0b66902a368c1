// The drawn position of one or several games, side by side. A click on a thing makes the move that it means; where several are
// meant, further clicks choose among them. The pointer shows what a click would do, a drag is two clicks, and what the last
// move did is marked.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardAnswer, Move } from "../api/types";
import { Drawing } from "../drawing/drawing";
import { lastOf, movesBy, NO_LAST, splits, touched, type Key } from "../drawing/elements";
import type { Sketch } from "../drawing/sketch";
import { drawingSvg, svgToPng } from "../save/drawing";
import { download, fileName } from "../save/download";
import { SaveMenu, type Saving } from "../save/menu";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";

interface StageProps {
  readonly board: BoardAnswer;
  /** Names of the games, to remember which of them cut heaps. */
  readonly names: readonly string[];
  readonly moves: readonly Move[];
  readonly pointed: number | null;
  readonly look: { readonly term: number; readonly part: number } | null;
  /** Makes a move; null where there is nothing to do. */
  readonly make: ((move: Move) => void) | null;
  /** Several moves are meant: these. */
  readonly narrow: (indices: readonly number[] | null) => void;
  /** What else can be saved of this position. */
  readonly more?: readonly Saving[];
}

/** Games seen to cut heaps into several: drawn lying from then on, also where nothing can be cut any more. */
const CUTTING = new Set<string>();
/** A drag that ends this far from where it began takes away what was held. */
const AWAY = 48;

interface Path {
  readonly term: number;
  readonly keys: readonly Key[];
}

const NOWHERE: Path = { term: 0, keys: [] };

/** The thing under a pointer. */
function thingAt(target: EventTarget | Element | null): { term: number; key: Key } | null {
  const found = target instanceof Element ? target.closest("[data-key]") : null;
  const term = found?.closest("[data-term]")?.getAttribute("data-term") ?? null;
  const key = found?.getAttribute("data-key") ?? null;
  return term === null || key === null ? null : { term: Number(term), key };
}

/** As many moves as are offered under the board; of more there is the list. */
const OFFERED = 6;

interface ChoicesProps {
  readonly moves: readonly { readonly i: number; readonly move: Move }[];
  readonly make: (move: Move) => void;
  readonly point: (index: number | null) => void;
  readonly clear: () => void;
}

/** What the things that were clicked may mean, to choose from without leaving the board. */
function Choices({ moves, make, point, clear }: ChoicesProps) {
  const words = useWords();
  const texts = new Set(moves.map(({ move }) => move.text));
  return (
    <div class="choices" role="group" aria-label={fill(words.movesHere, { n: moves.length })}>
      {moves.length > OFFERED && <span class="hush">{fill(words.chooseOn, { n: moves.length })}</span>}
      {moves.length <= OFFERED &&
        moves.map(({ i, move }) => (
          <button key={move.move} type="button" class="chip" data-choice={move.move} onClick={() => make(move)} onMouseEnter={() => point(i)} onMouseLeave={() => point(null)} onFocus={() => point(i)} onBlur={() => point(null)}>
            {texts.size < moves.length ? `${move.text} → ${move.to}` : move.text}
          </button>
        ))}
      <button type="button" class="quiet chip" aria-label={words.allMoves} title={words.allMoves} onClick={clear}>✕</button>
    </div>
  );
}

export function Stage({ board, names, moves, pointed, look, make, narrow, more = [] }: StageProps) {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [path, setPath] = useState<Path>(NOWHERE);
  const [under, setUnder] = useState<Path>(NOWHERE);
  const [offered, setOffered] = useState<number | null>(null);
  const held = useRef<{ term: number; key: Key; x: number; y: number } | null>(null);
  const dragged = useRef(false);
  useEffect(() => {
    setPath(NOWHERE);
    setUnder(NOWHERE);
    setOffered(null);
  }, [board, moves]);
  const last = board.past.at(-1);
  const terms = useMemo(
    () =>
      board.pictures.map((picture, t) => {
        const keys = touched(picture, moves, t);
        const name = names[t] ?? "";
        if (splits(picture, moves, t)) CUTTING.add(name);
        const mine = last !== undefined && (last.term ?? 1) - 1 === t && board.before !== null;
        return { picture, keys, all: new Set(keys.flat()), lying: CUTTING.has(name), last: mine && board.before ? lastOf(board.before, picture, last.part - 1) : NO_LAST };
      }),
    [board, moves],
  );
  /** The moves that these things mean in a game. */
  const meant = (term: number, keys: readonly Key[]): number[] => movesBy(terms[term]?.keys ?? [], keys, moves);
  /** What all of these moves change. */
  const common = (term: number, found: readonly number[]): readonly Key[] => {
    const [first = [], ...others] = found.map((i) => terms[term]?.keys[i] ?? []);
    return first.filter((thing) => others.every((list) => list.includes(thing)));
  };
  const among = make ? meant(path.term, path.keys) : [];
  const clear = () => {
    setPath(NOWHERE);
    setOffered(null);
    narrow(null);
  };
  const press = (term: number, things: readonly Key[]) => {
    if (make === null) return;
    const before = path.term === term ? path.keys : [];
    // A second click chooses among what the first one meant; one that fits nothing begins anew.
    const longer = [...before, ...things];
    const on = meant(term, longer).length > 0 ? longer : things;
    const found = meant(term, on);
    const [only] = found;
    const again = before.length > 0 && things.length === 1 && before.at(-1) === things[0];
    if (again) clear();
    else if (found.length === 1 && only !== undefined && moves[only]) {
      clear();
      make(moves[only]);
    } else if (found.length > 1) {
      setPath({ term, keys: on });
      narrow(found);
    }
  };
  const down = (e: PointerEvent) => {
    dragged.current = false;
    // A finger that moves scrolls the page.
    const on = e.pointerType === "touch" || e.button !== 0 ? null : thingAt(e.target);
    held.current = on && { ...on, x: e.clientX, y: e.clientY };
  };
  const up = (e: PointerEvent) => {
    const from = held.current;
    held.current = null;
    if (from === null) return;
    const to = thingAt(document.elementFromPoint(e.clientX, e.clientY));
    const away = Math.hypot(e.clientX - from.x, e.clientY - from.y) > AWAY;
    if (to && to.key !== from.key && to.term === from.term) press(from.term, meant(from.term, [from.key, to.key]).length > 0 ? [from.key, to.key] : [to.key]);
    else if (to === null && away) press(from.term, [from.key]);
    else return;
    dragged.current = true;
  };
  const click = (e: MouseEvent) => {
    if (!dragged.current) return;
    dragged.current = false;
    e.stopPropagation();
  };
  const save = (ending: "svg" | "png") => {
    if (!box.current) return;
    const made = drawingSvg(box.current);
    const name = fileName(`${board.game} ${board.positions.join(" + ")}`, ending);
    if (ending === "svg") download(name, made.text, "image/svg+xml");
    else void svgToPng(made).then((blob) => blob && download(name, blob));
  };
  const scale = terms.length > 1 ? 1 : window.innerWidth < 600 ? 1.15 : 1.5;
  return (
    <div class="stage">
      <div class={`stage-terms ${make ? "playable" : ""}`} ref={box} onPointerDown={down} onPointerUp={up} onClickCapture={click}>
        {terms.map(({ picture, keys, all, lying, last }, t) => {
          const picked = path.term === t ? path.keys : [];
          const hovered = under.term === t && under.keys.length > 0 ? meant(t, meant(t, [...picked, ...under.keys]).length > 0 ? [...picked, ...under.keys] : under.keys) : [];
          const shown = pointed ?? offered ?? (make && hovered.length === 1 ? (hovered[0] ?? null) : null);
          const move = shown === null ? undefined : moves[shown];
          const here = move && (move.term ?? 1) - 1 === t ? move : undefined;
          const sketch: Sketch = {
            marked: new Set(shown === null ? (make ? common(t, hovered) : []) : (keys[shown] ?? [])),
            picked: new Set(picked.length > 0 ? [...picked, ...common(t, among)] : []),
            after: here?.picture ?? null,
            live: all,
            press: make ? (thing: Key) => press(t, [thing]) : null,
            hover: (thing) => setUnder(thing === null ? NOWHERE : { term: t, keys: [thing] }),
            last,
            look: look && look.term - 1 === t ? look.part - 1 : null,
            lying,
            scale,
          };
          return (
            <figure key={t} class="term" data-term={t}>
              {terms.length > 1 && <figcaption>{board.titles[t]}</figcaption>}
              <Drawing picture={picture} sketch={sketch} label={fill(words.positionIs, { position: board.positions[t] ?? "" })} />
            </figure>
          );
        })}
      </div>
      {make && among.length > 1 && <Choices moves={among.flatMap((i) => (moves[i] ? [{ i, move: moves[i] }] : []))} make={(move) => (clear(), make(move))} point={setOffered} clear={clear} />}
      <div class="stage-tools">
        <SaveMenu items={[{ name: "PNG", save: () => save("png") }, { name: "SVG", save: () => save("svg") }, ...more]} />
      </div>
    </div>
  );
}
