// The address carries everything that is on the screen: games, rules, parameters, position, screen, mode. A link is a lesson.
// It is kept in the fragment, so that nothing of it is sent anywhere and the page needs no routes on the server.

export type Screen = "home" | "table" | "position" | "play" | "lab" | "worksheet" | "lesson";
export type Colour = "value" | "mod" | "outcome" | "remoteness";
export type Opponent = "perfect" | "mistakes" | "person";
export type Level = "any" | "easy" | "medium" | "hard";
/** What is unfolded at once on a screen. */
export type Opened = "" | "check" | "tree" | "drawn" | "quotient" | "value" | "setup";
export type Difference = "none" | "n" | "previous" | "p";

/** One game of a sum with its position. */
export interface Term {
  /** Name in the library, or null if the rules are given. */
  readonly game: string | null;
  /** The rules themselves. */
  readonly rules: string | null;
  readonly set: Readonly<Record<string, string>>;
  readonly misere: boolean;
  /** The position as typed; empty: the game's own start. */
  readonly at: string;
}

/** All that the address says. */
export interface Place {
  readonly screen: Screen;
  readonly terms: readonly Term[];
  /** Who moves first: 0 is the player that the rules name first. */
  readonly first: 0 | 1;
  /** Moves made from the position since, as they are typed. */
  readonly moves: readonly string[];
  readonly colour: Colour;
  /** The modulus of the colour wheel. */
  readonly p: number;
  readonly difference: Difference;
  /** How far the table goes: one bound for every axis; 0: as the server proposes. */
  readonly to: number;
  /** The ranges of the table as typed (a=0..50 b=100..150), instead of one bound; empty: none. */
  readonly ranges: string;
  /** A proof is looked for at once. */
  readonly prove: boolean;
  readonly open: Opened;
  /** Teacher mode: values and outcomes are hidden until revealed. */
  readonly teacher: boolean;
  readonly opponent: Opponent;
  /** Percent of moves that an erring opponent makes at random. */
  readonly mistakes: number;
  /** Which side the person plays: 0 moves first. */
  readonly me: 0 | 1;
  readonly claim: string;
  /** On the first screen: what stands in the box, what is looked for in the library, and which kind of games. */
  readonly ask: string;
  readonly find: string;
  readonly kind: string;
  /** Positions of a worksheet, one a line, and how hard the others are to be. */
  readonly sheet: string;
  readonly level: Level;
  /** Which lesson; empty: the list of them. */
  readonly lesson: string;
}

export const HOME: Place = {
  screen: "home",
  terms: [],
  first: 0,
  moves: [],
  colour: "value",
  p: 4,
  difference: "none",
  to: 0,
  ranges: "",
  prove: false,
  open: "",
  teacher: false,
  opponent: "perfect",
  mistakes: 20,
  me: 0,
  claim: "",
  ask: "",
  find: "",
  kind: "",
  sheet: "",
  level: "any",
  lesson: "",
};

export const term = (part: Partial<Term>): Term => ({ game: null, rules: null, set: {}, misere: false, at: "", ...part });

const SCREENS: readonly Screen[] = ["home", "table", "position", "play", "lab", "worksheet", "lesson"];
const COLOURS: readonly Colour[] = ["value", "mod", "outcome", "remoteness"];
const OPPONENTS: readonly Opponent[] = ["perfect", "mistakes", "person"];
const LEVELS: readonly Level[] = ["any", "easy", "medium", "hard"];
const OPENED: readonly Opened[] = ["", "check", "tree", "drawn", "quotient", "value", "setup"];
const DIFFERENCES: readonly Difference[] = ["none", "n", "previous", "p"];

function one<T extends string>(list: readonly T[], text: string | null, otherwise: T): T {
  return list.find((item) => item === text) ?? otherwise;
}

function whole(text: string | null, low: number, high: number, otherwise: number): number {
  if (text === null || !/^\d{1,9}$/.test(text)) return otherwise;
  return Math.min(high, Math.max(low, Number(text)));
}

/** Reads a fragment; what cannot be understood becomes what it would be without it. */
export function parse(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const asked = new URLSearchParams(query);
  const terms: Term[] = [];
  const last = (change: Partial<Term>) => {
    const at = terms.length - 1;
    const held = terms[at];
    if (held) terms[at] = { ...held, ...change };
  };
  for (const [key, value] of asked) {
    if (key === "game") terms.push(term({ game: value }));
    else if (key === "rules") terms.push(term({ rules: value }));
    else if (key === "at") last({ at: value });
    else if (key === "misere") last({ misere: value === "1" });
    else if (key.startsWith("set.")) last({ set: { ...terms.at(-1)?.set, [key.slice(4)]: value } });
  }
  const screen = one(SCREENS, path, "home");
  return {
    screen: terms.length === 0 && screen !== "lesson" ? "home" : screen,
    terms,
    first: asked.get("first") === "1" ? 1 : 0,
    moves: asked.getAll("move"),
    colour: one(COLOURS, asked.get("colour"), HOME.colour),
    p: whole(asked.get("p"), 2, 64, HOME.p),
    difference: one(DIFFERENCES, asked.get("difference"), HOME.difference),
    to: whole(asked.get("to"), 0, 1_000_000, HOME.to),
    ranges: asked.get("ranges") ?? "",
    prove: asked.get("prove") === "1",
    open: one(OPENED, asked.get("open"), HOME.open),
    teacher: asked.get("teacher") === "1",
    opponent: one(OPPONENTS, asked.get("vs"), HOME.opponent),
    mistakes: whole(asked.get("mistakes"), 0, 100, HOME.mistakes),
    me: asked.get("me") === "1" ? 1 : 0,
    claim: asked.get("claim") ?? "",
    ask: asked.get("ask") ?? "",
    find: asked.get("find") ?? "",
    kind: asked.get("kind") ?? "",
    sheet: asked.get("sheet") ?? "",
    level: one(LEVELS, asked.get("level"), HOME.level),
    lesson: asked.get("lesson") ?? "",
  };
}

/** The fragment of a place: only what differs from the ordinary is written. */
export function format(place: Place): string {
  const out: string[] = [];
  const put = (key: string, value: string) => out.push(`${key}=${encodeURIComponent(value).replace(/%20/g, "+")}`);
  for (const t of place.terms) {
    if (t.rules !== null) put("rules", t.rules);
    else put("game", t.game ?? "");
    for (const [name, value] of Object.entries(t.set)) put(`set.${encodeURIComponent(name)}`, value);
    if (t.misere) put("misere", "1");
    if (t.at !== "") put("at", t.at);
  }
  if (place.first !== 0) put("first", "1");
  for (const move of place.moves) put("move", move);
  if (place.colour !== HOME.colour) put("colour", place.colour);
  if (place.p !== HOME.p) put("p", String(place.p));
  if (place.difference !== HOME.difference) put("difference", place.difference);
  if (place.to !== HOME.to) put("to", String(place.to));
  if (place.ranges !== "") put("ranges", place.ranges);
  if (place.prove) put("prove", "1");
  if (place.open !== "") put("open", place.open);
  if (place.teacher) put("teacher", "1");
  if (place.opponent !== HOME.opponent) put("vs", place.opponent);
  if (place.mistakes !== HOME.mistakes) put("mistakes", String(place.mistakes));
  if (place.me !== 0) put("me", "1");
  if (place.claim !== "") put("claim", place.claim);
  if (place.ask !== "") put("ask", place.ask);
  if (place.find !== "") put("find", place.find);
  if (place.kind !== "") put("kind", place.kind);
  if (place.sheet !== "") put("sheet", place.sheet);
  if (place.level !== HOME.level) put("level", place.level);
  if (place.lesson !== "") put("lesson", place.lesson);
  const query = out.length === 0 ? "" : `?${out.join("&")}`;
  return place.screen === "home" && query === "" ? "#/" : `#/${place.screen}${query}`;
}
