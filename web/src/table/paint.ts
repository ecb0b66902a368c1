// Painting a table on a canvas. All cells are painted once into a bitmap of one pixel a cell; moving and zooming only
// draws that bitmap scaled, so that four million cells move smoothly. Numbers and lines are added where cells are large.
import { css, inkOn, LOST, type Scheme } from "./colours";
import { type Grid, NONE } from "./grid";
import type { Layout } from "./layout";
import type { Extent, View } from "./view";

export interface Paper {
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  readonly cover: string;
  readonly coverLine: string;
  readonly wrong: string;
  readonly accent: string;
  readonly mono: string;
}

/** Covered cells at least this large are told apart by lines. */
const LINED = 8;

/** Cells whose values a class has not seen yet. */
export type Hidden = (cell: number) => boolean;

/** Cells at least this large show their numbers and the lines between them. */
export const READABLE = 19;

export function bitmap(lay: Layout, scheme: Scheme): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = lay.across;
  canvas.height = lay.down;
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const image = context.createImageData(lay.across, lay.down);
  const pixels = new Uint32Array(image.data.buffer);
  for (let row = 0, at = 0; row < lay.down; row++) {
    for (let column = 0; column < lay.across; column++, at++) {
      const cell = lay.cell(column, row);
      const colour = cell < 0 ? null : scheme.at(cell);
      if (colour !== null) pixels[at] = 0xff000000 | (colour[2] << 16) | (colour[1] << 8) | colour[0];
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

export function paintCells(
  context: CanvasRenderingContext2D,
  source: HTMLCanvasElement,
  lay: Layout,
  grid: Grid,
  scheme: Scheme,
  view: View,
  e: Extent,
  paper: Paper,
  hidden: Hidden | null,
  second: ((cell: number) => string) | null,
  lost: Int32Array | null,
): void {
  context.clearRect(0, 0, e.width, e.height);
  context.imageSmoothingEnabled = view.scale < 1;
  const x0 = -view.x * view.scale;
  const y0 = -view.y * view.scale;
  context.drawImage(source, x0, y0, lay.across * view.scale, lay.down * view.scale);
  const firstColumn = Math.max(0, Math.floor(view.x));
  const firstRow = Math.max(0, Math.floor(view.y));
  const lastColumn = Math.min(lay.across, Math.ceil(view.x + e.width / view.scale));
  const lastRow = Math.min(lay.down, Math.ceil(view.y + e.height / view.scale));
  const s = view.scale;
  if (lost && s < SMALL) dots(context, lay, lost, css(LOST), view, e);
  if (hidden) cover(context, lay, hidden, paper, { firstColumn, firstRow, lastColumn, lastRow, x0, y0, s });
  if (s < READABLE) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let row = firstRow; row < lastRow; row++) {
    for (let column = firstColumn; column < lastColumn; column++) {
      const cell = lay.cell(column, row);
      if (cell < 0) continue;
      const x = x0 + column * s;
      const y = y0 + row * s;
      context.strokeStyle = paper.line;
      context.lineWidth = 1;
      context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, s, s);
      if (hidden?.(cell)) {
        context.fillStyle = paper.faint;
        context.font = `${Math.round(s * 0.42)}px ${paper.mono}`;
        context.fillText("?", x + s / 2, y + s / 2 + 1);
        continue;
      }
      const colour = scheme.at(cell);
      const text = label(grid, cell);
      if (colour === null || text === "") continue;
      const small = second?.(cell) ?? "";
      context.fillStyle = inkOn(colour);
      context.font = `${Math.round(Math.min(s * 0.46, (s * 1.5) / Math.max(1, text.length)))}px ${paper.mono}`;
      context.fillText(text, x + s / 2, y + s * (small === "" ? 0.5 : 0.36) + 1);
      if (small !== "") {
        context.font = `${Math.round(s * 0.3)}px ${paper.mono}`;
        context.fillText(small, x + s / 2, y + s * 0.76);
      }
    }
  }
}

/** Below this many pixels a cell, single lost positions would fade away among their neighbours. */
const SMALL = 2.5;

function dots(context: CanvasRenderingContext2D, lay: Layout, cells: Int32Array, colour: string, view: View, e: Extent): void {
  context.fillStyle = colour;
  const size = Math.max(1.6, view.scale);
  for (const cell of cells) {
    const [column, row] = lay.place(cell);
    const x = (column + 0.5 - view.x) * view.scale;
    const y = (row + 0.5 - view.y) * view.scale;
    if (x >= 0 && y >= 0 && x < e.width && y < e.height) context.fillRect(x - size / 2, y - size / 2, size, size);
  }
}

interface Window {
  readonly firstColumn: number;
  readonly firstRow: number;
  readonly lastColumn: number;
  readonly lastRow: number;
  readonly x0: number;
  readonly y0: number;
  readonly s: number;
}

function cover(context: CanvasRenderingContext2D, lay: Layout, hidden: Hidden, paper: Paper, w: Window): void {
  context.fillStyle = paper.cover;
  for (let row = w.firstRow; row < w.lastRow; row++) {
    // Runs of hidden cells are covered at once.
    let from = -1;
    for (let column = w.firstColumn; column <= w.lastColumn; column++) {
      const cell = column < w.lastColumn ? lay.cell(column, row) : -1;
      const covered = cell >= 0 && hidden(cell);
      if (covered && from < 0) from = column;
      if (!covered && from >= 0) {
        // Half a pixel over the edge, so that no seam shows between the lines.
        context.fillRect(w.x0 + from * w.s - 0.5, w.y0 + row * w.s - 0.5, (column - from) * w.s + 1, w.s + 1);
        from = -1;
      }
    }
  }
  if (w.s < LINED || w.s >= READABLE) return;
  context.strokeStyle = paper.coverLine;
  context.lineWidth = 1;
  for (let row = w.firstRow; row < w.lastRow; row++) {
    for (let column = w.firstColumn; column < w.lastColumn; column++) {
      const cell = lay.cell(column, row);
      if (cell >= 0 && hidden(cell)) context.strokeRect(w.x0 + column * w.s, w.y0 + row * w.s, w.s, w.s);
    }
  }
}

/** What stands in a cell. */
export function label(grid: Grid, cell: number): string {
  const v = grid.values[cell] ?? NONE;
  if (grid.show === "outcome") {
    const o = grid.outcomes?.[cell] ?? NONE;
    return o === NONE ? "" : o < 0 ? "●" : o > 0 ? "" : "=";
  }
  if (v === NONE) return grid.show === "remoteness" && grid.outcomes?.[cell] === 0 ? "∞" : "";
  return String(v);
}

/** Frames around single cells: where the pointer is, where the moves lead, what a claim gets wrong. */
export function frame(context: CanvasRenderingContext2D, lay: Layout, view: View, cell: number, colour: string, width: number): void {
  const [column, row] = lay.place(cell);
  const s = view.scale;
  const x = (column - view.x) * s;
  const y = (row - view.y) * s;
  context.lineWidth = width;
  if (s >= 7) {
    // A pale line inside keeps the frame visible on dark cells.
    context.strokeStyle = "rgb(255 255 255 / 75%)";
    context.strokeRect(x + width * 1.5, y + width * 1.5, Math.max(1, s - width * 3), Math.max(1, s - width * 3));
    context.strokeStyle = colour;
    context.strokeRect(x + width / 2, y + width / 2, Math.max(1, s - width), Math.max(1, s - width));
  } else {
    context.fillStyle = colour;
    const size = Math.max(3, s);
    context.fillRect(x + s / 2 - size / 2, y + s / 2 - size / 2, size, size);
  }
}
