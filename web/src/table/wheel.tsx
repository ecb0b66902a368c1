// The wheel of residues: p sectors in the colours of the table. Keys and buttons change p, a sector singles its residue out.
import { fill } from "../i18n/words";
import { useTaste } from "../state/taste";
import { css, residueColour } from "./colours";

interface WheelProps {
  readonly p: number;
  readonly only: number | null;
  readonly change: (p: number) => void;
  readonly choose: (residue: number | null) => void;
}

const LOW = 2;
const HIGH = 64;

function sector(i: number, p: number): string {
  const at = (turn: number, r: number) => {
    const angle = 2 * Math.PI * turn - Math.PI / 2;
    return `${(50 + r * Math.cos(angle)).toFixed(2)} ${(50 + r * Math.sin(angle)).toFixed(2)}`;
  };
  const [a, b] = [i / p, (i + 1) / p];
  const large = b - a > 0.5 ? 1 : 0;
  return `M${at(a, 48)} A48 48 0 ${large} 1 ${at(b, 48)} L${at(b, 26)} A26 26 0 ${large} 0 ${at(a, 26)} Z`;
}

export function Wheel({ p, only, change, choose }: WheelProps) {
  const { dark, words } = useTaste();
  const move = (to: number) => change(Math.min(HIGH, Math.max(LOW, to)));
  const keys: Record<string, number> = { ArrowUp: p + 1, ArrowRight: p + 1, ArrowDown: p - 1, ArrowLeft: p - 1, PageUp: p + 4, PageDown: p - 4, Home: LOW, End: HIGH };
  return (
    <div class="wheel">
      <button type="button" aria-label={words.pLess} disabled={p <= LOW} onClick={() => move(p - 1)}>−</button>
      <svg
        width="92"
        height="92"
        viewBox="0 0 100 100"
        role="slider"
        tabindex={0}
        aria-label={words.modulus}
        aria-valuemin={LOW}
        aria-valuemax={HIGH}
        aria-valuenow={p}
        aria-valuetext={fill(words.modP, { p })}
        onKeyDown={(e) => {
          const to = keys[e.key];
          if (to === undefined) return;
          e.preventDefault();
          move(to);
        }}
        onWheel={(e) => {
          e.preventDefault();
          move(p + (e.deltaY < 0 ? 1 : -1));
        }}
      >
        {Array.from({ length: p }, (_, r) => (
          <path key={r} class={`sector ${only === null || only === r ? "" : "dim"}`} d={sector(r, p)} fill={css(residueColour(r, p, dark))} onClick={() => choose(only === r ? null : r)}>
            <title>{fill(words.residue, { r, p })}</title>
          </path>
        ))}
        <text x="50" y="46" class="wheel-mod">mod</text>
        <text x="50" y="62" class="wheel-p">{p}</text>
      </svg>
      <button type="button" aria-label={words.pMore} disabled={p >= HIGH} onClick={() => move(p + 1)}>+</button>
    </div>
  );
}
