// A table as a file: CSV as the command writes it, PNG and SVG of the whole table with title, axes, legend, and the
// numbers where cells are large enough.
import { css, inkOn, type Scheme } from "../table/colours";
import { coordinates, NONE, outcomeAt, type Grid } from "../table/grid";
import type { Layout } from "../table/layout";
import { bitmap, label, READABLE } from "../table/paint";
import { roundStep } from "../table/axes";

const WORDS: Readonly<Record<number, string>> = { [-1]: "lose", 0: "draw", 1: "win" };

export function tableCsv(grid: Grid): string {
  const names = grid.axes.map((a) => a.name);
  const shows = grid.show === "outcome" ? ["outcome"] : grid.show === "remoteness" ? ["outcome", "remoteness"] : [grid.show];
  const lines = [[...names, ...shows].join(",")];
  for (let cell = 0; cell < grid.values.length; cell++) {
    const outcome = outcomeAt(grid, cell);
    if (outcome === NONE) continue;
    const v = grid.values[cell] as number;
    const number = v === NONE ? "" : String(v);
    const value = grid.show === "outcome" ? [WORDS[outcome] ?? ""] : grid.show === "remoteness" ? [WORDS[outcome] ?? "", number] : [number];
    lines.push([...coordinates(grid, cell), ...value].join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** Pixels a cell, so that a picture is about a thousand wide. */
const cellSize = (lay: Layout): number => Math.max(1, Math.min(28, Math.floor(1200 / Math.max(lay.across, lay.down))));

const MARGIN = { left: 64, top: 76, right: 20 };
/** The least width, for the title and the legend. */
const LEAST = 460;
const LINE = 22;

/** What is drawn around the cells, and how. */
export interface Around {
  readonly title: string;
  /** What the table shows, and how far. */
  readonly bound: string;
  readonly legend: readonly { readonly colour: string; readonly text: string }[];
  readonly ink: string;
  readonly faint: string;
  readonly paper: string;
}

/** A text: where, how large, from where it is measured. */
interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly size: number;
  readonly colour: string;
}

interface Sheet {
  readonly s: number;
  readonly width: number;
  readonly height: number;
  readonly labels: readonly Label[];
  /** Squares of the legend. */
  readonly squares: readonly { readonly x: number; readonly y: number; readonly colour: string }[];
}

/** About how wide a text is; Chinese letters are twice as wide. */
const wide = (text: string, size: number): number => [...text].reduce((sum, c) => sum + (c > "\u2e80" ? 1 : 0.56), 0) * size;

function sheet(lay: Layout, around: Around): Sheet {
  const s = cellSize(lay);
  const width = Math.max(LEAST, MARGIN.left + lay.across * s + MARGIN.right);
  const labels: Label[] = [
    { text: around.title, x: 16, y: 26, anchor: "start", size: 17, colour: around.ink },
    { text: around.bound, x: 16, y: 45, anchor: "start", size: 12, colour: around.faint },
  ];
  const put = (text: string, x: number, y: number, anchor: Label["anchor"]) => labels.push({ text, x, y, anchor, size: 12, colour: around.ink });
  const across = roundStep(s, 34);
  for (let c = 0; c < lay.across; c += across) put(lay.columnLabel(c), MARGIN.left + (c + 0.5) * s, MARGIN.top - 6, "middle");
  const down = roundStep(s, 18);
  for (let r = 0; r < lay.down; r += down) put(lay.rowLabel(r), MARGIN.left - 6, MARGIN.top + (r + 0.5) * s + 4, "end");
  const corner = lay.columnName === "" ? lay.rowName : `${lay.rowName} \\ ${lay.columnName}`;
  labels.push({ text: corner, x: 16, y: MARGIN.top - 6, anchor: "start", size: 12, colour: around.faint });
  const squares: { x: number; y: number; colour: string }[] = [];
  let [x, y] = [16, MARGIN.top + lay.down * s + 16];
  for (const { colour, text } of around.legend) {
    const room = 14 + 6 + wide(text, 12) + 18;
    if (x > 16 && x + room > width) [x, y] = [16, y + LINE];
    squares.push({ x, y, colour });
    labels.push({ text, x: x + 20, y: y + 11, anchor: "start", size: 12, colour: around.ink });
    x += room;
  }
  return { s, width, height: y + LINE + 8, labels, squares };
}

/** What stands in a cell, if it is large enough: with its colour. */
function numbers(lay: Layout, grid: Grid, scheme: Scheme, s: number): readonly Label[] {
  if (s < READABLE) return [];
  const out: Label[] = [];
  for (let r = 0; r < lay.down; r++) {
    for (let c = 0; c < lay.across; c++) {
      const cell = lay.cell(c, r);
      const colour = cell < 0 ? null : scheme.at(cell);
      const text = colour === null ? "" : label(grid, cell);
      if (colour === null || text === "") continue;
      const size = Math.round(Math.min(s * 0.46, (s * 1.5) / text.length));
      out.push({ text, x: MARGIN.left + (c + 0.5) * s, y: MARGIN.top + (r + 0.5) * s + size * 0.36, anchor: "middle", size, colour: inkOn(colour) });
    }
  }
  return out;
}

export function tablePng(lay: Layout, grid: Grid, scheme: Scheme, around: Around): Promise<Blob | null> {
  const { s, width, height, labels, squares } = sheet(lay, around);
  const canvas = document.createElement("canvas");
  // Small pictures twice as fine, so that their letters are clean.
  const fine = Math.max(width, height) < 1400 ? 2 : 1;
  canvas.width = Math.ceil(width * fine);
  canvas.height = Math.ceil(height * fine);
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.scale(fine, fine);
  context.fillStyle = around.paper;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = false;
  context.drawImage(bitmap(lay, scheme), MARGIN.left, MARGIN.top, lay.across * s, lay.down * s);
  for (const { x, y, colour } of squares) {
    context.fillStyle = colour;
    context.fillRect(x, y, 14, 14);
  }
  for (const { text, x, y, anchor, size, colour } of [...labels, ...numbers(lay, grid, scheme, s)]) {
    context.fillStyle = colour;
    context.font = `${size}px sans-serif`;
    context.textAlign = anchor === "middle" ? "center" : anchor;
    context.fillText(text, x, y);
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Above this many cells the SVG holds the cells as one embedded image. */
const MOST_RECTS = 20_000;

const escape = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
/** Older readers of SVG know colours with commas only. */
const plain = (colour: string): string => colour.replace(/(\d) (?=\d)/g, "$1,");

export function tableSvg(lay: Layout, grid: Grid, scheme: Scheme, around: Around): string {
  const { s, width, height, labels, squares } = sheet(lay, around);
  const out = [`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif"><title>${escape(around.title)}</title><rect width="${width}" height="${height}" fill="${around.paper}"/>`];
  if (lay.across * lay.down > MOST_RECTS) {
    const url = bitmap(lay, scheme).toDataURL("image/png");
    out.push(`<image x="${MARGIN.left}" y="${MARGIN.top}" width="${lay.across * s}" height="${lay.down * s}" preserveAspectRatio="none" image-rendering="pixelated" href="${url}"/>`);
  } else {
    for (let r = 0; r < lay.down; r++) {
      // Neighbours of one colour become one rectangle.
      for (let c = 0; c < lay.across; ) {
        const cell = lay.cell(c, r);
        const colour = cell < 0 ? null : scheme.at(cell);
        const name = colour ? css(colour) : null;
        let end = c + 1;
        while (end < lay.across) {
          const next = lay.cell(end, r);
          const other = next < 0 ? null : scheme.at(next);
          if ((other ? css(other) : null) !== name) break;
          end++;
        }
        if (name) out.push(`<rect x="${MARGIN.left + c * s}" y="${MARGIN.top + r * s}" width="${(end - c) * s}" height="${s}" fill="${plain(name)}"/>`);
        c = end;
      }
    }
  }
  for (const { x, y, colour } of squares) out.push(`<rect x="${x}" y="${y}" width="14" height="14" rx="3" fill="${plain(colour)}"/>`);
  for (const l of [...labels, ...numbers(lay, grid, scheme, s)]) out.push(`<text x="${l.x}" y="${l.y.toFixed(1)}" font-size="${l.size}" fill="${plain(l.colour)}" text-anchor="${l.anchor}">${escape(l.text)}</text>`);
  out.push("</svg>\n");
  return out.join("\n");
}
