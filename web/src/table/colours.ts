// Colours of table cells. Lost positions are orange on a scale of blues, which stays readable with any kind of colour
// blindness and in print; residues use a palette whose entries also differ in lightness.
import type { Colour } from "../state/link";
import { type Grid, NONE, extent, outcomeAt } from "./grid";

type Rgb = readonly [number, number, number];

const hex = (text: string): Rgb => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16)) as unknown as Rgb;

const LIGHT_RAMP = ["#dfe9ec", "#a9cbd8", "#659fbe", "#2f6f9e", "#1c4674", "#14264a"].map(hex);
const DARK_RAMP = ["#1d2a36", "#234a63", "#2f7195", "#559cbd", "#94c7dc", "#d9eef5"].map(hex);
export const LOST: Rgb = hex("#e07b26");
const DRAWN_LIGHT: Rgb = hex("#b9b4a3");
const DRAWN_DARK: Rgb = hex("#6b675c");
const RESIDUES = ["#e07b26", "#2d75b6", "#f1d26b", "#4b3d86", "#7fcdbb", "#8a2b52", "#c3c8cf", "#3b3f46"].map(hex);
const RESIDUES_DARK = ["#e88a3c", "#4a93d6", "#f3dc8a", "#7d6cc4", "#8ad8c6", "#c05a82", "#d8dbe0", "#5d636d"].map(hex);

function along(ramp: readonly Rgb[], t: number): Rgb {
  const x = Math.min(1, Math.max(0, t)) * (ramp.length - 1);
  const i = Math.min(ramp.length - 2, Math.floor(x));
  const a = ramp[i] as Rgb;
  const b = ramp[i + 1] as Rgb;
  return [0, 1, 2].map((c) => Math.round((a[c] as number) + ((b[c] as number) - (a[c] as number)) * (x - i))) as unknown as Rgb;
}

/** The colour of a residue: from a fixed palette up to eight, along the scale beyond. */
export function residueColour(r: number, p: number, dark: boolean): Rgb {
  const palette = dark ? RESIDUES_DARK : RESIDUES;
  if (p <= palette.length) return palette[r] as Rgb;
  if (r === 0) return LOST;
  return along(dark ? DARK_RAMP : LIGHT_RAMP, (r - 1) / (p - 2));
}

export const css = ([r, g, b]: Rgb): string => `rgb(${r} ${g} ${b})`;

/** Is black or white easier to read on this colour? */
export const inkOn = ([r, g, b]: Rgb): string => (0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#10151d" : "#ffffff");

export interface Scheme {
  /** Are lost positions shown in a colour of their own? */
  readonly marksLost: boolean;
  /** Colour of a cell; null where there is no position. */
  readonly at: (cell: number) => Rgb | null;
  /** Entries of the legend. */
  readonly legend: readonly { readonly colour: Rgb; readonly key: LegendKey; readonly value?: number }[];
}

export type LegendKey = "lost" | "won" | "drawn" | "value" | "residue" | "low" | "high";

export interface SchemeChoice {
  readonly colour: Colour;
  readonly p: number;
  /** Only this residue keeps its colour. */
  readonly only: number | null;
  readonly dark: boolean;
}

const mod = (v: number, p: number): number => ((v % p) + p) % p;

export function scheme(grid: Grid, choice: SchemeChoice): Scheme {
  const { dark, p, only } = choice;
  const ramp = dark ? DARK_RAMP : LIGHT_RAMP;
  const drawn = dark ? DRAWN_DARK : DRAWN_LIGHT;
  const faded: Rgb = ramp[0] as Rgb;
  if (choice.colour === "mod") {
    const table = Array.from({ length: p }, (_, r) => (only === null || only === r ? residueColour(r, p, dark) : faded));
    return {
      marksLost: false,
      at: (cell) => {
        const v = grid.values[cell] as number;
        return v === NONE ? null : (table[mod(v, p)] as Rgb);
      },
      legend: Array.from({ length: p }, (_, r) => ({ colour: residueColour(r, p, dark), key: "residue" as const, value: r })),
    };
  }
  if (choice.colour === "outcome" || grid.show === "outcome") {
    const won = along(ramp, 0.24);
    const by = (o: number): Rgb | null => (o === NONE ? null : o < 0 ? LOST : o > 0 ? won : drawn);
    const draws = grid.outcomes?.includes(0) === true || grid.show === "score";
    return {
      marksLost: true,
      at: (cell) => by(outcomeAt(grid, cell)),
      legend: [
        { colour: LOST, key: "lost" },
        { colour: won, key: "won" },
        ...(draws ? [{ colour: drawn, key: "drawn" as const }] : []),
      ],
    };
  }
  const [low, high] = extent(grid.values);
  const span = Math.max(1, high - low);
  // Most values of a table are small; a root spreads them over the scale.
  const shade = (v: number): Rgb => along(ramp, Math.sqrt((v - low) / span));
  const table = span <= 65_536 ? Array.from({ length: span + 1 }, (_, i) => shade(low + i)) : null;
  const colourOf = (v: number): Rgb => (table ? (table[v - low] as Rgb) : shade(v));
  const ends = [
    { colour: colourOf(low), key: "low" as const, value: low },
    { colour: colourOf(low + Math.round(span / 4)), key: "value" as const, value: low + Math.round(span / 4) },
    { colour: colourOf(high), key: "high" as const, value: high },
  ];
  return {
    marksLost: grid.show !== "score",
    at: (cell) => {
      const v = grid.values[cell] as number;
      const o = outcomeAt(grid, cell);
      if (o === NONE) return null;
      if (o === 0 && grid.show === "remoteness") return drawn;
      if (v === NONE) return null;
      return o < 0 && grid.show !== "score" ? LOST : colourOf(v);
    },
    legend: grid.show === "score" ? ends : [{ colour: LOST, key: "lost" }, ...ends.slice(grid.show === "grundy" && low === 0 ? 1 : 0)],
  };
}
