// What every drawing needs to know: which things are marked, which will be gone, what happens on a click.
import type { Picture, PictureField } from "../api/types";
import type { Key } from "./elements";

export interface Sketch {
  /** Things that the move under the pointer changes. */
  readonly marked: ReadonlySet<Key>;
  /** The picture after that move, if there is one. */
  readonly after: Picture | null;
  /** Things that some move changes: they can be clicked. */
  readonly live: ReadonlySet<Key>;
  readonly press: ((thing: Key) => void) | null;
  /** A part to look at (second hint). */
  readonly look: number | null;
  /** Draw heaps as lying rows. */
  readonly lying: boolean;
}

export interface FieldProps {
  readonly field: PictureField;
  readonly part: number;
  readonly index: number;
  readonly sketch: Sketch;
}

export const STILL: Sketch = { marked: new Set(), after: null, live: new Set(), press: null, look: null, lying: false };

/** Class and click of one thing. */
export function thing(sketch: Sketch, k: Key): { class: string; onClick?: () => void } {
  const names = [sketch.marked.has(k) ? "marked" : "", sketch.live.has(k) && sketch.press ? "live" : ""];
  const press = sketch.press;
  const name = names.filter(Boolean).join(" ");
  return press && sketch.live.has(k) ? { class: name, onClick: () => press(k) } : { class: name };
}
