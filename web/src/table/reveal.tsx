// Teacher mode on a table: everything is covered at first; a class uncovers cell by cell, up to a bound, or all at once.
import { useCallback, useMemo, useState } from "preact/hooks";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { coordinates, type Grid } from "./grid";
import type { Hidden } from "./paint";

export interface Reveal {
  readonly hidden: Hidden | null;
  readonly uncover: (cell: number) => void;
  readonly upTo: number;
  readonly setUpTo: (n: number) => void;
  readonly most: number;
  readonly low: number;
}

export function useReveal(grid: Grid | null, teacher: boolean): Reveal {
  const low = grid ? Math.min(...grid.axes.map((a) => a.low)) - 1 : -1;
  const most = grid ? Math.max(...grid.axes.map((a) => a.high)) : 0;
  const [bound, setUpTo] = useState<number | null>(null);
  const [single, setSingle] = useState<ReadonlySet<string>>(new Set());
  const upTo = bound ?? low;
  const hidden = useMemo<Hidden | null>(() => {
    if (!teacher || !grid || upTo >= most) return null;
    return (cell) => {
      const at = coordinates(grid, cell);
      return Math.max(...at) > upTo && !single.has(at.join(" "));
    };
  }, [grid, teacher, upTo, most, single]);
  const uncover = useCallback(
    (cell: number) => {
      if (grid) setSingle((s) => new Set(s).add(coordinates(grid, cell).join(" ")));
    },
    [grid],
  );
  return { hidden, uncover, upTo, setUpTo, most, low };
}

export function RevealBar({ reveal }: { reveal: Reveal }) {
  const words = useWords();
  return (
    <div class="reveal">
      <label>
        <span>{reveal.upTo <= reveal.low ? words.revealNothing : fill(words.revealTo, { n: reveal.upTo })}</span>
        <input type="range" min={reveal.low} max={reveal.most} value={reveal.upTo} onInput={(e) => reveal.setUpTo(Number(e.currentTarget.value))} />
      </label>
      <button type="button" onClick={() => reveal.setUpTo(reveal.most)}>{words.revealAll}</button>
      <button type="button" onClick={() => reveal.setUpTo(reveal.low)}>{words.hideAll}</button>
    </div>
  );
}
