// Two boards that are the lying and the upright edges between dots: drawn as dots and lines, not as two tables of squares. They are known by
// their shapes, one row more and one column more than the boxes between them, and by the letters - and | that the rules declare for them.
import type { PictureField } from "../api/types";
import { isList, key } from "./elements";
import { thing, type Sketch } from "./sketch";

const S = 64;
const D = 12;

interface Props {
  readonly fields: readonly PictureField[];
  readonly part: number;
  readonly sketch: Sketch;
}

const shapeOf = (field: PictureField | undefined, letter: string): readonly [number, number] | null => {
  const cells = field?.as === "board" ? field.cells : undefined;
  const across = cells?.[0]?.length;
  if (!cells || across === undefined || !cells.every((row) => row.length === across && row.every((c) => c === "." || c === letter))) return null;
  return [cells.length, across];
};

/** Are these all fields of a position, and edges between dots? */
export function areEdges(fields: readonly PictureField[]): boolean {
  const [lying, upright] = [shapeOf(fields[0], "-"), shapeOf(fields[1], "|")];
  return fields.length === 2 && lying !== null && upright !== null && lying[0] === upright[0] + 1 && lying[1] + 1 === upright[1];
}

/** The boards of `areEdges`. */
export function Edges({ fields, part, sketch }: Props) {
  const grids = fields.map((field) => (isList(field.value) ? field.value.filter(isList) : []));
  const down = grids[1]?.length ?? 0;
  const across = grids[0]?.[0]?.length ?? 0;
  const [w, h] = [across * S + 2 * D, down * S + 2 * D];
  const scale = Math.max(1, Math.min(sketch.scale * 1.5, (sketch.scale * 300) / Math.max(w, h)));
  const drawn = (index: number, r: number, c: number) => (grids[index]?.[r]?.[c] ?? 0) !== 0;
  const closed = (r: number, c: number) => drawn(0, r, c) && drawn(0, r + 1, c) && drawn(1, r, c) && drawn(1, r, c + 1);
  return (
    <svg class="edges" width={w * scale} height={h * scale} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      {Array.from({ length: down }, (_, r) =>
        Array.from({ length: across }, (_, c) => closed(r, c) && <rect key={`${r},${c}`} class="box" x={D + c * S + 7} y={D + r * S + 7} width={S - 14} height={S - 14} />),
      )}
      {grids.map((rows, index) =>
        rows.map((row, r) =>
          row.map((_, c) => {
            const t = thing(sketch, key(part, index, `${r},${c}`));
            const [x, y] = [D + c * S, D + r * S];
            const [dx, dy] = index === 0 ? [S, 0] : [0, S];
            return (
              <g key={`${index},${r},${c}`} {...t} class={`side ${t.class} ${drawn(index, r, c) ? "drawn" : ""}`}>
                <rect class="hit" x={index === 0 ? x + 8 : x - 12} y={index === 0 ? y - 12 : y + 8} width={index === 0 ? S - 16 : 24} height={index === 0 ? 24 : S - 16} />
                <line x1={x} y1={y} x2={x + dx} y2={y + dy} />
              </g>
            );
          }),
        ),
      )}
      {Array.from({ length: down + 1 }, (_, r) => Array.from({ length: across + 1 }, (_, c) => <circle key={`${r},${c}`} class="dot" cx={D + c * S} cy={D + r * S} r={5} />))}
    </svg>
  );
}
