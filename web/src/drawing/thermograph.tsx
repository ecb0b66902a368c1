// A thermograph: the walls of Left and Right over a line of values, the tax upward and greater values to the left, as in the
// books; where the walls meet is the temperature, and the mast over it stands at the mean.
import type { ValueAnswer, WallPoint } from "../api/types";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";

/** Small enough for a phone, so that nothing shrinks there. */
const WIDTH = 350;
/** The place of the drawing; a mast alone needs less. */
const FRAME = { left: 46, right: 340, top: 32 };
const BOTTOM = { hot: 210, cold: 96 };
/** Between the lines of labels under it, and between labels beside it. */
const LINE = 16;
/** Where one unit would be this many times as long up as across, each direction has a scale of its own. */
const APART = 3;

/** An exact number such as -7/4, about. */
export function about(text: string): number {
  const [over, under] = text.split("/");
  return Number(over) / Number(under ?? 1);
}

interface Label {
  readonly text: string;
  readonly at: number;
  readonly line: number;
}

/** Labels under the line of values: one that would run into another goes one line down. */
function under(texts: readonly string[], x: (value: number) => number): readonly Label[] {
  const placed: Label[] = [];
  for (const text of new Set(texts)) {
    const at = x(about(text));
    const near = (other: Label) => Math.abs(other.at - at) < 4 * (text.length + other.text.length) + 6;
    let line = 0;
    while (placed.some((other) => other.line === line && near(other))) line++;
    placed.push({ text, at, line });
  }
  return placed;
}

/** Labels beside it: those that would run into one before them are left out. */
function beside(texts: readonly string[], y: (tax: number) => number): readonly Label[] {
  const placed: Label[] = [];
  for (const text of new Set(texts)) {
    const at = y(about(text));
    if (!placed.some((other) => Math.abs(other.at - at) < LINE)) placed.push({ text, at, line: 0 });
  }
  return placed;
}

export function Thermograph({ value }: { value: ValueAnswer }) {
  const words = useWords();
  const { left, right, temperature, mean, left_stop, right_stop, players } = value;
  const height = Math.max(0, about(temperature));
  const hot = height > 0;
  const floor = hot ? BOTTOM.hot : BOTTOM.cold;
  const ats = [...left, ...right].map((p) => about(p.at));
  const wide = Math.max(...ats) - Math.min(...ats);
  const room = Math.max(0.12 * wide, 0.25);
  const most = Math.max(...ats) + room;
  const span = wide + 2 * room;
  const top = Math.max(height * 1.3, height + 0.25, 0.5);
  const scales = [(FRAME.right - FRAME.left) / span, (floor - FRAME.top) / top] as const;
  // One scale for both, so that walls lean by 45 degrees, unless the drawing would be a thread.
  const one = Math.min(...scales);
  const [across, up] = Math.max(...scales) <= APART * one ? [one, one] : scales;
  const middle = (FRAME.right - FRAME.left - span * across) / 2;
  const x = (at: number) => FRAME.left + middle + (most - at) * across;
  const y = (tax: number) => floor - tax * up;
  const [mastX, mastY] = [x(about(mean)), y(height)];
  // Behind its last turn a wall goes straight up to where the walls meet.
  const wall = (points: readonly WallPoint[]) => [...points.map((p) => `${x(about(p.at))},${y(about(p.tax))}`), `${mastX},${mastY}`].join(" ");
  const values = under([left_stop, right_stop, mean], x);
  const taxes = beside(hot ? [temperature, "0", ...[...left, ...right].map((p) => p.tax)] : ["0"], y);
  const bottom = floor + 6 + LINE * (1 + Math.max(...values.map((v) => v.line)));
  const said = fill(words.thermographIs, { t: temperature, m: mean, l: left_stop, r: right_stop });
  return (
    <figure class="thermograph">
      <svg viewBox={`0 0 ${WIDTH} ${bottom + LINE + 4}`} role="img" aria-label={said}>
        <text x="4" y="16" class="axis-name">{words.taxUp}</text>
        <text x={FRAME.right} y={bottom + LINE - 3} class="axis-name at-end">{words.valuesLeft}</text>
        <line class="axis" x1={FRAME.left} x2={FRAME.right} y1={floor} y2={floor} />
        <line class="axis" x1={FRAME.left} x2={FRAME.left} y1={floor} y2={FRAME.top - 8} />
        {values.map(({ text, at, line }) => (
          <g key={text}>
            <line class="axis" x1={at} x2={at} y1={floor} y2={floor + 5} />
            <text x={at} y={floor + 6 + LINE * (line + 1) - 3} class="value-name">{text}</text>
          </g>
        ))}
        {taxes.map(({ text, at }) => (
          <g key={text}>
            <line class="axis" x1={FRAME.left - 5} x2={FRAME.left} y1={at} y2={at} />
            <text x={FRAME.left - 9} y={at} class="tax-name">{text}</text>
          </g>
        ))}
        {hot && <path class="guide" d={`M${FRAME.left} ${mastY} H${mastX} V${floor}`} />}
        {hot && <polyline class="wall right" points={wall(right)} />}
        {hot && <polyline class="wall left" points={wall(left)} />}
        <path class="mast" d={`M${mastX} ${mastY} V${FRAME.top - 6} m-5 8 l5 -8 l5 8`} />
        {[["right", right], ["left", left]].map(([side, points]) =>
          (points as readonly WallPoint[]).map((p) => (
            <circle key={`${side}${p.tax}`} class={`bend ${side}`} cx={x(about(p.at))} cy={y(about(p.tax))} r="4">
              <title>{fill(words.turnsAt, { t: p.tax, v: p.at })}</title>
            </circle>
          )),
        )}
        <circle class="meet" cx={mastX} cy={mastY} r="4.5">
          <title>{said}</title>
        </circle>
      </svg>
      <figcaption>
        {hot && players.map((who, i) => (
          <span key={who}>
            <svg width="22" height="10" aria-hidden="true"><path class={`wall ${i === 0 ? "left" : "right"}`} d="M1 5 H21" /></svg> {fill(words.wallOf, { who })}
          </span>
        ))}
        <span>
          <svg width="22" height="10" aria-hidden="true"><path class="mast" d="M1 5 H21" /></svg> {words.mast}
        </span>
      </figcaption>
    </figure>
  );
}
