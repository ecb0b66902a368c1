// How far tables go: round steps, up to what the server packs in one answer.
const MATRIX = [9, 19, 29, 49, 99, 199, 499, 999, 1999] as const;
const STRIP = [20, 50, 100, 200, 500, 1000, 2000, 5000, 20_000, 100_000] as const;
const LIST = [3, 4, 5, 6, 7, 8, 10, 12] as const;

export type Drawing = "strip" | "matrix" | "list";

export function steps(drawing: Drawing): readonly number[] {
  return drawing === "matrix" ? MATRIX : drawing === "strip" ? STRIP : LIST;
}

export function usual(drawing: Drawing): number {
  return drawing === "matrix" ? 29 : drawing === "strip" ? 100 : 0;
}

/** The step nearest to a bound that somebody typed. */
export function nearest(drawing: Drawing, to: number): number {
  const list = steps(drawing);
  const at = list.findIndex((s) => s >= to);
  return at < 0 ? list.length - 1 : at;
}
