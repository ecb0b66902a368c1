// A table as the page holds it: one or two axes, one number a cell. What a number means is said by `show`.

/** A cell without a legal position, or one that was not reached. */
export const NONE = -0x8000_0000;

export interface Axis {
  readonly name: string;
  readonly low: number;
  readonly high: number;
}

export interface Grid {
  /** One axis: a strip. Two: rows (first axis) and columns (second). */
  readonly axes: readonly [Axis] | readonly [Axis, Axis];
  readonly show: "grundy" | "score" | "outcome" | "remoteness";
  /** Grundy values, scores, or moves to the end; row by row. */
  readonly values: Int32Array;
  /** -1 lost, 0 drawn, 1 won for the player to move; NONE where unknown. Null where values are Grundy values. */
  readonly outcomes: Int32Array | null;
}

export const rows = (grid: Grid): number => (grid.axes.length === 2 ? grid.axes[0].high - grid.axes[0].low + 1 : 1);

export const columns = (grid: Grid): number => {
  const axis = grid.axes[grid.axes.length - 1] as Axis;
  return axis.high - axis.low + 1;
};

/** -1 lost, 0 drawn, 1 won for the player to move. */
export function outcomeAt(grid: Grid, cell: number): number {
  if (grid.outcomes) return grid.outcomes[cell] ?? NONE;
  const value = grid.values[cell] ?? NONE;
  if (value === NONE) return NONE;
  if (grid.show === "grundy") return value === 0 ? -1 : 1;
  return Math.sign(value);
}

/** The coordinates of a cell, one a axis. */
export function coordinates(grid: Grid, cell: number): number[] {
  const across = columns(grid);
  if (grid.axes.length === 1) return [grid.axes[0].low + cell];
  return [grid.axes[0].low + Math.floor(cell / across), grid.axes[1].low + (cell % across)];
}

/** The cell at these coordinates, or -1. */
export function cellAt(grid: Grid, at: readonly number[]): number {
  const across = columns(grid);
  if (at.length !== grid.axes.length) return -1;
  const last = grid.axes[grid.axes.length - 1] as Axis;
  const x = (at.at(-1) ?? NaN) - last.low;
  const y = grid.axes.length === 2 ? (at[0] ?? NaN) - grid.axes[0].low : 0;
  if (!(x >= 0 && x < across && y >= 0 && y < rows(grid))) return -1;
  return y * across + x;
}

/** The lost cells, if they are few enough to be drawn one by one; else null. */
export function lostCells(grid: Grid, most: number): Int32Array | null {
  const out: number[] = [];
  for (let cell = 0; cell < grid.values.length; cell++) {
    if (outcomeAt(grid, cell) !== -1) continue;
    if (out.length === most) return null;
    out.push(cell);
  }
  return Int32Array.from(out);
}

/** The range of the values, without the empty cells. */
export function extent(values: Int32Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const v = values[i] as number;
    if (v === NONE) continue;
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return low > high ? [0, 0] : [low, high];
}
