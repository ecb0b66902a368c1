// The things that a picture shows, by name, and what a move does to them. A stone, a square, a letter, a token each has a
// key; a move's keys are those of the things that change. Hovering a move marks them, clicking a thing finds its moves.
import type { Element, Move, Picture, PictureField } from "../api/types";

/** part.field.element, counted from 0. */
export type Key = string;

export const key = (part: number, field: number, element: number | string): Key => `${part}.${field}.${element}`;

/** A node of a graph, to which a token may go. */
export const nodeKey = (graph: string, node: string): Key => `node.${graph}.${node}`;

export const isList = (value: Element | undefined): value is readonly Element[] => Array.isArray(value);

/** A long number or name in a small place: its beginning and its end. The whole stands in the position's text. */
export const brief = (value: Element | undefined, most = 12): string => {
  const text = String(value);
  if (text.length <= most) return text;
  const half = Math.max(1, Math.floor((most - 1) / 2));
  return `${text.slice(0, half)}…${most > 6 ? text.slice(-half) : ""}`;
};

const same = (a: Element | undefined, b: Element | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Letters of a word, also those outside the basic plane. */
export const letters = (value: Element): string[] => (typeof value === "string" ? [...value] : []);

const sequence = (field: PictureField): readonly Element[] => {
  if (field.as === "word") return letters(field.value);
  return isList(field.value) ? field.value : [field.value];
};

function rangeKeys(part: number, field: number, from: number, to: number): Key[] {
  const out: Key[] = [];
  for (let i = from; i < to && out.length < 400; i++) out.push(key(part, field, i));
  return out;
}

function changedPlaces(part: number, field: number, before: readonly Element[], after: readonly Element[]): Key[] {
  if (before.length === after.length) {
    return before.flatMap((v, i) => (same(v, after[i]) ? [] : [key(part, field, i)]));
  }
  let head = 0;
  while (head < before.length && head < after.length && same(before[head], after[head])) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && same(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const out = rangeKeys(part, field, head, before.length - tail);
  return out.length > 0 ? out : [key(part, field, Math.min(head, before.length - 1))];
}

function changedField(part: number, field: number, before: PictureField, after: PictureField): Key[] {
  if (same(before.value, after.value)) return [];
  const a = before.value;
  const b = after.value;
  if (before.as === "stones" && typeof a === "number" && typeof b === "number") {
    return b < a ? rangeKeys(part, field, b, a) : [key(part, field, Math.max(0, a - 1))];
  }
  if (before.as === "board" && isList(a) && isList(b)) {
    if (a.length !== b.length) return [key(part, field, "whole")];
    return a.flatMap((row, r) => {
      const next = b[r];
      if (!isList(row) || !isList(next)) return [];
      return row.flatMap((v, c) => (same(v, next[c]) ? [] : [key(part, field, `${r},${c}`)]));
    });
  }
  if (before.as === "node") return [key(part, field, 0), ...(before.graph ? [nodeKey(before.graph, String(b))] : [])];
  if (before.as === "number" || before.as === "text") return [key(part, field, 0)];
  const places = changedPlaces(part, field, sequence(before), sequence(after));
  if (before.as !== "nodes" || !before.graph) return places;
  const stood = new Set(sequence(before).map(String));
  return [...places, ...sequence(after).map(String).filter((node) => !stood.has(node)).map((node) => nodeKey(before.graph ?? "", node))];
}

/** Stones that go when a heap is replaced by two: those between what stays on the left and on the right. */
function splitKeys(at: number, before: readonly PictureField[], left: readonly PictureField[], right: readonly PictureField[]): Key[] | null {
  const [n, a, b] = [before, left, right].map((fields) => (fields.length === 1 && fields[0]?.as === "stones" ? fields[0].value : null));
  if (typeof n !== "number" || typeof a !== "number" || typeof b !== "number" || a + b > n) return null;
  const gone = rangeKeys(at, 0, a, n - b);
  return gone.length > 0 ? gone : [key(at, 0, Math.min(a, n - 1))];
}

/** What changes between two pictures of one game; `part` (from 0) is where the move was made. */
export function changes(before: Picture, after: Picture, part: number): readonly Key[] {
  if (before.parts.length !== after.parts.length) {
    const old = before.parts[part];
    if (!old) return [];
    const left = after.parts[part];
    const right = after.parts[part + 1];
    if (after.parts.length === before.parts.length + 1 && left && right) {
      const cut = splitKeys(part, old, left, right);
      if (cut) return cut;
    }
    return old.flatMap((field, f) =>
      field.as === "stones" && typeof field.value === "number" ? rangeKeys(part, f, 0, field.value) : sequence(field).map((_, i) => key(part, f, i)),
    );
  }
  return before.parts.flatMap((fields, p) =>
    fields.flatMap((field, f) => {
      const next = after.parts[p]?.[f];
      return next ? changedField(p, f, field, next) : [];
    }),
  );
}

/** The squares that name a move, where there is a board. */
function squareKeys(picture: Picture, move: Move): Key[] {
  const fields = picture.parts[move.part - 1] ?? [];
  return (move.squares ?? []).flatMap(({ field, row, column }) => {
    const at = fields.findIndex((f) => f.as === "board" && f.name === field);
    return at < 0 ? [] : [key(move.part - 1, at, `${row - 1},${column - 1}`)];
  });
}

/** The keys that each move touches, in the order of the moves; for the term shown. */
export function touched(picture: Picture, moves: readonly Move[], term: number): readonly (readonly Key[])[] {
  return moves.map((m) => {
    if ((m.term ?? 1) - 1 !== term) return [];
    const board = squareKeys(picture, m);
    if (board.length > 0) return board;
    return m.picture ? changes(picture, m.picture, m.part - 1) : [];
  });
}

/** What the last move did, on the board as it is now. */
export interface Last {
  /** Things that are new or different. */
  readonly keys: ReadonlySet<Key>;
  /** Stones that are gone: how many there were, by part.field. */
  readonly gone: ReadonlyMap<string, number>;
  /** Parts that came of one part. */
  readonly parts: ReadonlySet<number>;
}

export const NO_LAST: Last = { keys: new Set(), gone: new Map(), parts: new Set() };

/** What changed from `before` to `now`; `part` (from 0) is where the move was made. */
export function lastOf(before: Picture, now: Picture, part: number): Last {
  const more = now.parts.length - before.parts.length;
  if (more !== 0) return { ...NO_LAST, parts: new Set(Array.from({ length: Math.max(0, more + 1) }, (_, i) => part + i).filter((p) => p < now.parts.length)) };
  const gone = new Map<string, number>();
  const keys = now.parts.flatMap((fields, p) =>
    fields.flatMap((field, f) => {
      const old = before.parts[p]?.[f];
      if (!old) return [];
      const [was, is] = [old.value, field.value];
      if (field.as === "stones" && typeof was === "number" && typeof is === "number") {
        if (was > is) gone.set(`${p}.${f}`, was);
        return rangeKeys(p, f, was, is);
      }
      return changedField(p, f, field, old);
    }),
  );
  return { keys: new Set(keys), gone, parts: new Set() };
}

/**
 * The moves that these clicks may mean, one thing after the other: those that begin with them in this order, else those
 * that touch them all. Of several moves with the same result the first stands for all.
 */
export function movesBy(keys: readonly (readonly Key[])[], path: readonly Key[], moves: readonly Move[]): number[] {
  if (path.length === 0) return [];
  const ordered = keys.flatMap((list, i) => (path.every((thing, at) => list[at] === thing) ? [i] : []));
  const found = ordered.length > 0 ? ordered : keys.flatMap((list, i) => (path.every((thing) => list.includes(thing)) ? [i] : []));
  const seen = new Set<string>();
  return found.filter((i) => {
    const to = moves[i]?.to ?? String(i);
    return seen.has(to) ? false : (seen.add(to), true);
  });
}

/** Does a move of this game make several parts of one? Then heaps are drawn lying, so that a cut can be seen. */
export function splits(picture: Picture, moves: readonly Move[], term: number): boolean {
  return moves.some((m) => (m.term ?? 1) - 1 === term && (m.picture?.parts.length ?? 0) > picture.parts.length);
}
