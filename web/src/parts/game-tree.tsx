// The positions behind a small one, drawn in rows with who wins at each: blue for the player to move, orange against. Winning
// moves are strong lines. A position is a link that leads there.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import type { Asked as Question, GameTree, TreePosition } from "../api/types";
import { brief } from "../drawing/elements";
import { fill } from "../i18n/words";
import { drawingSvg, svgToPng } from "../save/drawing";
import { download } from "../save/download";
import { SaveMenu } from "../save/menu";
import { format } from "../state/link";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";
import { Waiting } from "./waiting";

const TALL = 34;
const DOWN = 86;
const GAP = 14;
/** Letters of a position that are drawn. */
const LETTERS = 18;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

const text = (node: TreePosition): string => brief(node.position, LETTERS);

/** How far down each position stands: below all that lead to it, where play does not return; else by the moves that it takes. */
function depths(tree: GameTree): readonly number[] {
  const waits = tree.nodes.map(() => 0);
  for (const { to } of tree.edges) waits[to] = (waits[to] as number) + 1;
  const out = tree.nodes.map(() => 0);
  const ready = waits.flatMap((n, i) => (n === 0 ? [i] : []));
  let done = 0;
  for (let at = ready.pop(); at !== undefined; at = ready.pop(), done++) {
    for (const { from, to } of tree.edges) {
      if (from !== at) continue;
      out[to] = Math.max(out[to] as number, (out[at] as number) + 1);
      waits[to] = (waits[to] as number) - 1;
      if (waits[to] === 0) ready.push(to);
    }
  }
  return done === tree.nodes.length ? out : tree.nodes.map((node) => node.depth);
}

/** Where positions stand: a row for each number of moves, each in the order that keeps lines short. */
function layout(tree: GameTree): { boxes: readonly Box[]; width: number; height: number } {
  const down = depths(tree);
  const rows: number[][] = [];
  down.forEach((depth, i) => (rows[depth] ??= []).push(i));
  const wide = tree.nodes.map((node) => Math.max(30, text(node).length * 8.2 + 18));
  const middle = new Array<number>(tree.nodes.length).fill(0);
  const place = (row: readonly number[]) => {
    const all = row.reduce((sum, i) => sum + (wide[i] as number) + GAP, -GAP);
    let x = -all / 2;
    for (const i of row) {
      middle[i] = x + (wide[i] as number) / 2;
      x += (wide[i] as number) + GAP;
    }
  };
  rows.forEach(place);
  const near: number[][] = tree.nodes.map(() => []);
  for (const { from, to } of tree.edges) {
    near[from]?.push(to);
    near[to]?.push(from);
  }
  for (let sweep = 0; sweep < 6; sweep++) {
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) {
      const mean = new Map(row.map((i) => [i, (near[i] as number[]).reduce((sum, j) => sum + (middle[j] as number), 0) / Math.max(1, (near[i] as number[]).length)]));
      row.sort((a, b) => (mean.get(a) ?? 0) - (mean.get(b) ?? 0) || a - b);
      place(row);
    }
  }
  const left = Math.min(...middle.map((x, i) => x - (wide[i] as number) / 2));
  const right = Math.max(...middle.map((x, i) => x + (wide[i] as number) / 2));
  return {
    boxes: tree.nodes.map((_, i) => ({ x: (middle[i] as number) - left + GAP, y: (down[i] as number) * DOWN + 16, wide: wide[i] as number })),
    width: right - left + 2 * GAP,
    height: (rows.length - 1) * DOWN + TALL + 36,
  };
}

function Tree({ tree }: { tree: GameTree }) {
  const words = useWords();
  const { place, go } = usePlace();
  const [pointed, setPointed] = useState<number | null>(null);
  const { boxes, width, height } = useMemo(() => layout(tree), [tree]);
  const outcomes = { win: words.moverWins, lose: words.moverLoses, draw: words.drawShort };
  const visit = (node: TreePosition) => ({ ...place, moves: [...place.moves, ...node.moves] });
  return (
    <svg class="game-tree" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={words.gameTree}>
      {tree.edges.map(({ from, to, move, text, good }) => {
        const a = boxes[from] as Box;
        const b = boxes[to] as Box;
        const on = pointed === from || pointed === to;
        const [y1, y2] = b.y > a.y ? [a.y + TALL, b.y] : [a.y, b.y + TALL];
        return (
          <path key={`${from} ${to}`} class={`tree-edge ${good ? "good" : ""} ${on ? "on" : ""}`} d={`M${a.x} ${y1} C${a.x} ${(y1 + y2) / 2} ${b.x} ${(y1 + y2) / 2} ${b.x} ${y2}`}>
            <title>{`${text} (${move})`}</title>
          </path>
        );
      })}
      {tree.nodes.map((node, i) => {
        const box = boxes[i] as Box;
        const worth = node.score ?? node.grundy;
        const said = `${node.position}: ${outcomes[node.outcome]}${worth === null ? "" : `, ${fill(node.score === null ? words.grundyIs : words.scoreIs, { v: worth })}`}`;
        return (
          <a
            key={i}
            class={`tree-node ${node.outcome} ${node.over ? "over" : ""}`}
            href={format(visit(node))}
            aria-label={said.replace(node.position, text(node))}
            data-position={node.position}
            onClick={(e) => {
              if (e.ctrlKey || e.metaKey || e.shiftKey) return;
              e.preventDefault();
              go(visit(node));
            }}
            onMouseEnter={() => setPointed(i)}
            onMouseLeave={() => setPointed(null)}
            onFocus={() => setPointed(i)}
            onBlur={() => setPointed(null)}
          >
            <rect x={box.x - box.wide / 2} y={box.y} width={box.wide} height={TALL} rx={node.over ? 4 : TALL / 2} />
            <text x={box.x} y={box.y + TALL / 2}>{text(node)}</text>
          </a>
        );
      })}
      {/* Beside the links, whose names say it in words. */}
      <g aria-hidden="true">
        {tree.nodes.map((node, i) => {
          const box = boxes[i] as Box;
          const worth = node.score ?? node.grundy;
          return (
            <g key={i}>
              {worth !== null && <text class="tree-worth" x={box.x + box.wide / 2 - 2} y={box.y - 7}>{String(worth)}</text>}
              {node.left_out > 0 && <text class="tree-more" x={box.x} y={box.y + TALL + 11}>{`+ ${node.left_out}`}</text>}
            </g>
          );
        })}
      </g>
    </svg>
  );
}

/** The tree behind the position on the screen, asked for when it is wanted; from then on it follows the moves. `ready`: the position is solved. */
export function DrawnTree({ question, now, ready }: { question: Question; now: boolean; ready: boolean }) {
  const words = useWords();
  const games = JSON.stringify(question.terms);
  const [open, setOpen] = useState<string | null>(now ? games : null);
  const wanted = open === games;
  const asked = useAsk<GameTree>("/api/tree", wanted && ready ? question : null);
  const box = useRef<HTMLDivElement>(null);
  const tree = wanted && asked.fresh ? asked.answer : null;
  // The position on the screen stands in the middle of the first line, which may be far to the right.
  useEffect(() => {
    const scroll = box.current;
    if (scroll) scroll.scrollLeft = (tree ? (layout(tree).boxes[0]?.x ?? 0) : 0) - scroll.clientWidth / 2;
  }, [tree]);
  const save = (ending: "svg" | "png") => {
    if (!box.current) return;
    const made = drawingSvg(box.current);
    if (ending === "svg") download("tree.svg", made.text, "image/svg+xml");
    else void svgToPng(made).then((blob) => blob && download("tree.png", blob));
  };
  return (
    <section class="sheet" aria-labelledby="game-tree">
      <h2 id="game-tree">{words.gameTree}</h2>
      {!wanted && (
        <p>
          <button type="button" onClick={() => setOpen(games)}>{words.drawTree}</button> <span class="hush">{words.gameTreeHelp}</span>
        </p>
      )}
      <Waiting asked={asked} />
      {tree && (
        <>
          <div class="scroll" ref={box} tabIndex={0} role="group" aria-label={words.drawTree}>
            <Tree tree={tree} />
          </div>
          <div class="table-foot">
            <p class="hush" role="status">{fill(tree.thinned === null ? words.treeWhole : words.treeThinned, { n: tree.nodes.length, most: tree.thinned ?? 0 })}</p>
            <SaveMenu items={[{ name: "PNG", save: () => save("png") }, { name: "SVG", save: () => save("svg") }]} />
          </div>
        </>
      )}
    </section>
  );
}
