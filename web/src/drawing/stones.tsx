// Heaps of stones. A standing heap grows upwards in columns, a lying one is a row; a stone is taken with those after it.
// Beyond what an eye can count, a heap is a sack with its number.
import { brief, key } from "./elements";
import { thing, type FieldProps } from "./sketch";

const R = 11;
const STEP = 26;
const MOST = 60;
const TALL = 8;

/** Width and height of a heap as it is drawn. */
function size(n: number, lying: boolean): [number, number] {
  if (n > MOST) return [96, 120];
  if (lying) {
    const across = Math.max(1, Math.min(n, 30));
    return [across * STEP, Math.max(1, Math.ceil(n / 30)) * STEP];
  }
  const tall = n <= TALL ? TALL : Math.max(TALL, Math.ceil(n / 5));
  return [Math.max(1, Math.ceil(n / tall)) * STEP, Math.min(Math.max(n, 1), tall) * STEP];
}

export function Stones({ field, part, index, sketch }: FieldProps) {
  const n = typeof field.value === "number" ? field.value : Number.NaN;
  if (!Number.isFinite(n) || n > MOST) {
    const k = key(part, index, 0);
    return (
      <svg class="heap" width={120} height={130} viewBox="0 0 120 130" aria-hidden="true">
        <g {...thing(sketch, k)}>
          <path class="sack" d="M42 22 Q60 30 78 22 L74 34 Q112 60 106 100 Q102 124 60 124 Q18 124 14 100 Q8 60 46 34 Z" />
          <path class="sack-tie" d="M46 34 Q60 40 74 34" />
          <text x="60" y="88" class="sack-text">{brief(field.value, 7)}</text>
        </g>
      </svg>
    );
  }
  // Stones that the last move took leave a trace.
  const was = sketch.last.gone.get(`${part}.${index}`) ?? 0;
  const all = was > n && was <= MOST ? was : n;
  const [w, h] = size(all, sketch.lying);
  const tall = all <= TALL ? TALL : Math.max(TALL, Math.ceil(all / 5));
  const place = (i: number): [number, number] => (sketch.lying ? [(i % 30) * STEP, Math.floor(i / 30) * STEP] : [Math.floor(i / tall) * STEP, h - ((i % tall) + 1) * STEP]);
  const traces = Array.from({ length: all - n }, (_, i) => {
    const [x, y] = place(n + i);
    return <circle key={`gone${i}`} class="gone" cx={x + STEP / 2} cy={y + STEP / 2} r={R} />;
  });
  const stones = Array.from({ length: n }, (_, i) => {
    const [x, y] = place(i);
    const t = thing(sketch, key(part, index, i));
    return (
      <g key={i} {...t} class={`stone ${t.class}`}>
        <rect class="hit" x={x} y={y} width={STEP} height={STEP} />
        <circle cx={x + STEP / 2} cy={y + STEP / 2} r={R} />
      </g>
    );
  });
  return (
    <svg class="heap" width={w * sketch.scale} height={(h + 8) * sketch.scale} viewBox={`0 0 ${w} ${h + 8}`} aria-hidden="true">
      {traces}
      {stones}
      <line class="ground" x1="2" y1={h + 4} x2={w - 2} y2={h + 4} />
    </svg>
  );
}
