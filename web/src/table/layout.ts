// How cells lie on the screen: a matrix as it is, a strip wrapped into lines of `wrap` cells so that a period of that
// length shows as columns.
import { type Axis, type Grid, columns, rows } from "./grid";

export interface Layout {
  readonly across: number;
  readonly down: number;
  /** The cell shown at (column, row), or -1. */
  readonly cell: (column: number, row: number) => number;
  /** Where a cell is shown. */
  readonly place: (cell: number) => readonly [number, number];
  readonly columnLabel: (column: number) => string;
  readonly rowLabel: (row: number) => string;
  readonly columnName: string;
  readonly rowName: string;
}

export function layout(grid: Grid, wrap: number): Layout {
  const total = grid.values.length;
  if (grid.axes.length === 2) {
    const [down, right] = grid.axes;
    const across = columns(grid);
    return {
      across,
      down: rows(grid),
      cell: (c, r) => (c >= 0 && c < across && r >= 0 && r < rows(grid) ? r * across + c : -1),
      place: (cell) => [cell % across, Math.floor(cell / across)],
      columnLabel: (c) => String(right.low + c),
      rowLabel: (r) => String(down.low + r),
      columnName: right.name,
      rowName: down.name,
    };
  }
  const axis: Axis = grid.axes[0];
  const across = Math.max(1, Math.min(wrap, total));
  return {
    across,
    down: Math.ceil(total / across),
    cell: (c, r) => (c >= 0 && c < across && r >= 0 && r * across + c < total ? r * across + c : -1),
    place: (cell) => [cell % across, Math.floor(cell / across)],
    columnLabel: (c) => `+${c}`,
    rowLabel: (r) => String(axis.low + r * across),
    columnName: "",
    rowName: axis.name,
  };
}

/** A pleasant width for a strip: as many cells as fit in a line, a multiple of p where values are coloured by residues. */
export function naturalWrap(total: number, width: number, multiple: number): number {
  const most = Math.max(4, Math.floor(width / 34));
  const lines = total <= most * 14 ? most : Math.ceil(Math.sqrt(total * (width / 480)));
  const wrap = Math.min(total, Math.max(most, lines));
  return multiple > 1 && wrap > multiple && wrap < total ? wrap - (wrap % multiple) : wrap;
}
