// A board: squares with what stands on them. The letters that the rules declare stand as they are, # is a filled square; numbers are
// numbers; where there are no more than 0, 1 and 2, these are dark and light pieces. 0 and dots are empty squares. Columns have letters and rows numbers, as moves are typed.
import type { Element } from "../api/types";
import { brief, isList, key } from "./elements";
import { thing, type FieldProps } from "./sketch";

const S = 46;

/** The name of a column, from 0. */
const columnName = (c: number, across: number): string => (across <= 26 ? String.fromCharCode(97 + c) : String(c + 1));

interface PieceProps {
  readonly value: Element;
  readonly text: string | undefined;
  readonly numbers: boolean;
  readonly x: number;
  readonly y: number;
  readonly ghost: boolean;
}

function Piece({ value, text, numbers, x, y, ghost }: PieceProps) {
  const faint = ghost ? "ghost" : "";
  if (numbers && !isList(value)) return <text class={`piece-text ${faint}`} x={x + S / 2} y={y + S / 2}>{brief(value, 4)}</text>;
  const shown = text ?? (isList(value) ? value.map((v) => brief(v, 4)).join(",") : brief(value, 4));
  if (value === 0 && text === undefined) return null;
  if (shown === "." || shown === " " || shown === "_") return null;
  if (shown === "#") return <rect class={`piece wall ${faint}`} x={x + 4} y={y + 4} width={S - 8} height={S - 8} />;
  if ((value === 1 || value === 2) && shown === String(value)) return <circle class={`piece ${value === 1 ? "dark" : "light"} ${faint}`} cx={x + S / 2} cy={y + S / 2} r={S * 0.34} />;
  return (
    <text class={`piece-text ${faint}`} x={x + S / 2} y={y + S / 2}>
      {shown}
    </text>
  );
}

export function Board({ field, part, index, sketch }: FieldProps) {
  const rows = isList(field.value) ? field.value.filter(isList) : [];
  const across = Math.max(0, ...rows.map((r) => r.length));
  if (rows.length === 0 || across === 0) return <span class="nothing">∅</span>;
  const next = sketch.after?.parts[part]?.[index]?.value;
  const after = isList(next) && next.length === rows.length ? next : null;
  // A small board grows more than a large one.
  const scale = Math.max(1, Math.min(sketch.scale * 1.5, (sketch.scale * 300) / (Math.max(across, rows.length) * S)));
  const numbers = field.numbers ?? false;
  const w = across * S + 22;
  const h = rows.length * S + 22;
  return (
    <svg class="board" width={w * scale} height={h * scale} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      {rows.map((_, r) => (
        <text key={`r${r}`} class="board-name" x={9} y={20 + r * S + S / 2}>{r + 1}</text>
      ))}
      {Array.from({ length: across }, (_, c) => (
        <text key={`c${c}`} class="board-name" x={20 + c * S + S / 2} y={9}>{columnName(c, across)}</text>
      ))}
      {rows.map((row, r) =>
        row.map((value, c) => {
          const x = 20 + c * S;
          const y = 20 + r * S;
          const t = thing(sketch, key(part, index, `${r},${c}`));
          const line = after?.[r];
          const later = isList(line) ? line[c] : undefined;
          const changed = later !== undefined && later !== value;
          return (
            <g key={`${r},${c}`} {...t} class={`square ${t.class} ${(r + c) % 2 === 0 ? "even" : "odd"}`}>
              <rect x={x} y={y} width={S} height={S} />
              <Piece value={value} text={field.cells?.[r]?.[c]} numbers={numbers} x={x} y={y} ghost={changed} />
              <rect class="ring" x={x + 2} y={y + 2} width={S - 4} height={S - 4} />
              {changed && <Piece value={later} text={sketch.after?.parts[part]?.[index]?.cells?.[r]?.[c]} numbers={numbers} x={x} y={y} ghost />}
            </g>
          );
        }),
      )}
    </svg>
  );
}
