// Things side by side: a row of numbers, a staircase, the letters of a word, a bag. Each has its place number below, and
// under the pointer's move what it becomes.
import type { Element } from "../api/types";
import { brief, isList, key, letters } from "./elements";
import { thing, type FieldProps } from "./sketch";

const CELL = 44;

function text(value: Element): string {
  return isList(value) ? `(${value.map(text).join(",")})` : brief(value);
}

/** What stands at this place after the move, if the length stays. */
function becomes({ part, index, sketch }: FieldProps, before: readonly Element[], i: number, read: (v: Element) => readonly Element[]): string | null {
  const next = sketch.after?.parts[part]?.[index];
  if (!next) return null;
  const after = read(next.value);
  const value = after[i];
  if (after.length !== before.length || value === undefined || text(value) === text(before[i] as Element)) return null;
  return text(value);
}

export function Row(props: FieldProps) {
  const { field, part, index, sketch } = props;
  const isWord = field.as === "word";
  const read = (v: Element): readonly Element[] => (typeof v === "string" ? letters(v) : isList(v) ? v : []);
  const items = read(field.value);
  const first = field.first ?? 1;
  if (items.length === 0) return <span class="nothing">∅</span>;
  const widest = Math.max(...items.map((v) => text(v).length));
  const cell = Math.max(isWord ? 36 : CELL, widest * 12 + 14);
  const loose = field.as === "bag" || field.as === "set";
  const gap = loose ? 8 : 0;
  const across = Math.max(1, Math.min(items.length, Math.floor(720 / (cell + gap))));
  const tall = CELL + (loose ? 10 : 24);
  const w = across * (cell + gap) + 2;
  const h = Math.ceil(items.length / across) * tall;
  return (
    <svg class={`row-of ${isWord ? "word" : ""}`} width={w * sketch.scale} height={h * sketch.scale} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      {items.map((v, i) => {
        const x = (i % across) * (cell + gap) + 1;
        const y = Math.floor(i / across) * tall + 1;
        const t = thing(sketch, key(part, index, i));
        const next = becomes(props, items, i, read);
        return (
          <g key={i} {...t} class={`cell ${t.class} ${isWord ? letterClass(text(v)) : ""}`}>
            <rect x={x} y={y} width={cell} height={CELL} rx={loose ? CELL / 2 : 0} />
            <rect class="ring" x={x + 2} y={y + 2} width={cell - 4} height={CELL - 4} rx={loose ? CELL / 2 - 2 : 0} />
            <text class={next === null ? "cell-value" : "cell-value leaving"} x={x + cell / 2} y={y + (next === null ? CELL / 2 : 15)}>{text(v)}</text>
            {next !== null && <text class="cell-next" x={x + cell / 2} y={y + 32}>{next}</text>}
            {!loose && <text class="cell-place" x={x + cell / 2} y={y + CELL + 12}>{first + i}</text>}
          </g>
        );
      })}
    </svg>
  );
}

/** A dot or a blank in a word is an empty square. */
const letterClass = (letter: string): string => (letter === "." || letter === " " || letter === "_" ? "empty" : "");

const STONE = 16;
const WIDE = 58;
const RISE = 34;

/** Steps from the ground on the left upwards to the right, each with its stones on it. */
export function Stairs(props: FieldProps) {
  const { field, part, index, sketch } = props;
  const items = isList(field.value) ? field.value : [];
  if (items.length === 0) return <span class="nothing">∅</span>;
  const first = field.first ?? 1;
  const shown = items.map((n) => Math.min(Number(n), 12));
  const pile = Math.max(...shown.map((n) => Math.ceil(n / 3)), 1) * STONE + 22;
  const w = WIDE * (items.length + 1);
  const h = RISE * items.length + pile + 24;
  const floor = h - 20;
  const next = sketch.after?.parts[part]?.[index]?.value;
  return (
    <svg class="stairs" width={w * sketch.scale} height={h * sketch.scale} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      <line class="ground" x1="0" y1={floor} x2={w} y2={floor} />
      {items.map((n, i) => {
        const x = WIDE * (i + 1);
        const top = floor - RISE * (i + 1);
        const t = thing(sketch, key(part, index, i));
        const later = isList(next) && next[i] !== n ? brief(next[i], 6) : null;
        return (
          <g key={i} {...t} class={`step ${t.class}`}>
            <rect class="tread" x={x} y={top} width={WIDE} height={floor - top} />
            <rect class="hit" x={x} y={top - pile} width={WIDE} height={floor - top + pile} />
            {Array.from({ length: shown[i] as number }, (_, s) => (
              <circle key={s} class="pebble" cx={x + 13 + (s % 3) * STONE} cy={top - 9 - Math.floor(s / 3) * STONE} r={7} />
            ))}
            <text class="step-count" x={x + WIDE / 2} y={top + 20}>
              {later === null ? brief(n, 6) : `${brief(n, 6)}→${later}`}
            </text>
            <text class="step-name" x={x + WIDE / 2} y={floor + 15}>{first + i}</text>
          </g>
        );
      })}
    </svg>
  );
}
