// Which part of a table is on the screen: the cell in the top left corner and the size of a cell in pixels.

export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Extent {
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
}

/** The largest a cell gets. */
const MOST = 64;

/** The whole table, at most `cap` pixels a cell. */
export function fit(e: Extent, cap = 36): View {
  const scale = Math.min(cap, e.width / e.across, e.height / e.down);
  return { x: 0, y: 0, scale };
}

/** No further out than the whole table, no further in than one readable cell, and never beside the table. */
export function clamp(view: View, e: Extent): View {
  const least = Math.min(fit(e).scale, MOST);
  const scale = Math.min(MOST, Math.max(least, view.scale));
  const hold = (at: number, cells: number, pixels: number) => Math.min(Math.max(0, cells - pixels / scale), Math.max(0, at));
  return { x: hold(view.x, e.across, e.width), y: hold(view.y, e.down, e.height), scale };
}

/** Zooms so that the point under (px, py) stays where it is. */
export function zoom(view: View, e: Extent, factor: number, px: number, py: number): View {
  const scale = Math.min(MOST, Math.max(fit(e).scale, view.scale * factor));
  const x = view.x + px / view.scale - px / scale;
  const y = view.y + py / view.scale - py / scale;
  return clamp({ x, y, scale }, e);
}

/** Moves so that this cell is visible. */
export function show(view: View, e: Extent, column: number, row: number): View {
  const pull = (at: number, cell: number, pixels: number) => {
    const seen = pixels / view.scale;
    if (cell < at) return cell;
    return cell + 1 > at + seen ? cell + 1 - seen : at;
  };
  return clamp({ ...view, x: pull(view.x, column, e.width), y: pull(view.y, row, e.height) }, e);
}
