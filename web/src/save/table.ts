// A table as a file: CSV as the command writes it, PNG and SVG of the whole table with its axes.
import { css, type Scheme } from "../table/colours";
import { coordinates, NONE, outcomeAt, type Grid } from "../table/grid";
import type { Layout } from "../table/layout";
import { bitmap } from "../table/paint";
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
const cellSize = (lay: Layout): number => Math.max(1, Math.min(24, Math.floor(1200 / Math.max(lay.across, lay.down))));

const MARGIN = { left: 52, top: 30 };

interface Labels {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly end: boolean;
}

function labels(lay: Layout, s: number): Labels[] {
  const out: Labels[] = [];
  const across = roundStep(s, 34);
  for (let c = 0; c < lay.across; c += across) out.push({ text: lay.columnLabel(c), x: MARGIN.left + (c + 0.5) * s, y: MARGIN.top - 8, end: false });
  const down = roundStep(s, 18);
  for (let r = 0; r < lay.down; r += down) out.push({ text: lay.rowLabel(r), x: MARGIN.left - 6, y: MARGIN.top + (r + 0.5) * s + 4, end: true });
  return out;
}

export function tablePng(lay: Layout, scheme: Scheme, ink: string, paper: string): Promise<Blob | null> {
  const s = cellSize(lay);
  const canvas = document.createElement("canvas");
  canvas.width = MARGIN.left + lay.across * s + 12;
  canvas.height = MARGIN.top + lay.down * s + 12;
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingEnabled = false;
  context.drawImage(bitmap(lay, scheme), MARGIN.left, MARGIN.top, lay.across * s, lay.down * s);
  context.fillStyle = ink;
  context.font = "12px sans-serif";
  for (const l of labels(lay, s)) {
    context.textAlign = l.end ? "right" : "center";
    context.fillText(l.text, l.x, l.y);
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Above this many cells the SVG holds the cells as one embedded image. */
const MOST_RECTS = 20_000;

export function tableSvg(lay: Layout, scheme: Scheme, ink: string, paper: string): string {
  const s = cellSize(lay);
  const w = MARGIN.left + lay.across * s + 12;
  const h = MARGIN.top + lay.down * s + 12;
  const out = [`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><rect width="${w}" height="${h}" fill="${paper}"/>`];
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
        if (name) out.push(`<rect x="${MARGIN.left + c * s}" y="${MARGIN.top + r * s}" width="${(end - c) * s}" height="${s}" fill="${name.replace(/ /g, ",")}"/>`);
        c = end;
      }
    }
  }
  for (const l of labels(lay, s)) out.push(`<text x="${l.x}" y="${l.y}" font-family="sans-serif" font-size="12" fill="${ink}" text-anchor="${l.end ? "end" : "middle"}">${l.text}</text>`);
  out.push("</svg>\n");
  return out.join("\n");
}
