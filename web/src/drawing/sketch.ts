// What every drawing needs to know: which things are marked, which will be gone, what the last move did, what happens on a
// click and under the pointer.
import type { Picture, PictureField } from "../api/types";
import { NO_LAST, type Key, type Last } from "./elements";

export interface Sketch {
  /** Things that the move under the pointer changes. */
  readonly marked: ReadonlySet<Key>;
  /** Things that were clicked already, on the way to a move. */
  readonly picked: ReadonlySet<Key>;
  /** The picture after that move, if there is one. */
  readonly after: Picture | null;
  /** Things that some move changes: they can be clicked. */
  readonly live: ReadonlySet<Key>;
  readonly press: ((thing: Key) => void) | null;
  readonly hover: ((thing: Key | null) => void) | null;
  /** What the last move did. */
  readonly last: Last;
  /** A part to look at (second hint). */
  readonly look: number | null;
  /** Draw heaps as lying rows. */
  readonly lying: boolean;
  /** How much larger than usual. */
  readonly scale: number;
}

export interface FieldProps {
  readonly field: PictureField;
  readonly part: number;
  readonly index: number;
  readonly sketch: Sketch;
}

export const STILL: Sketch = { marked: new Set(), picked: new Set(), after: null, live: new Set(), press: null, hover: null, last: NO_LAST, look: null, lying: false, scale: 1 };

export interface Thing {
  readonly class: string;
  readonly "data-key"?: Key;
  readonly onClick?: () => void;
  readonly onMouseEnter?: () => void;
  readonly onMouseLeave?: () => void;
}

/** Class, click and pointer of one thing. */
export function thing(sketch: Sketch, k: Key): Thing {
  const { press, hover } = sketch;
  const live = sketch.live.has(k) && press !== null;
  const name = [sketch.marked.has(k) ? "marked" : "", sketch.picked.has(k) ? "picked" : "", sketch.last.keys.has(k) ? "last" : "", live ? "live" : ""].filter(Boolean).join(" ");
  if (!live || press === null) return { class: name };
  return { class: name, "data-key": k, onClick: () => press(k), onMouseEnter: () => hover?.(k), onMouseLeave: () => hover?.(null) };
}
