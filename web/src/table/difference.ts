// The difference row: what a value adds to n, to the value before, or to the value p places before.
import type { Difference } from "../state/link";
import { NONE, type Grid } from "./grid";

const signed = (d: number): string => (d > 0 ? `+${d}` : d < 0 ? `−${-d}` : "0");

export function differences(grid: Grid, kind: Difference, p: number): ((cell: number) => string) | null {
  if (kind === "none" || grid.axes.length !== 1 || grid.show === "outcome") return null;
  const low = grid.axes[0].low;
  const at = (cell: number): number => grid.values[cell] ?? NONE;
  const back = kind === "p" ? p : 1;
  return (cell) => {
    const v = at(cell);
    if (v === NONE) return "";
    if (kind === "n") return signed(v - (low + cell));
    const before = cell >= back ? at(cell - back) : NONE;
    return before === NONE ? "" : signed(v - before);
  };
}
