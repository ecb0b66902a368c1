// Games of one's own, kept in this browser: rules as text under their titles. They come and go as .game files, which the command reads too.
import { useEffect, useState } from "preact/hooks";

export interface OwnGame {
  readonly title: string;
  readonly rules: string;
}

const NAME = "bouton.games";
/** Characters of one file that is taken in, and games that are kept. */
const LONGEST = 100_000;
const MOST = 200;

function read(): readonly OwnGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    const fine = (g: unknown): g is OwnGame => typeof g === "object" && g !== null && typeof (g as OwnGame).title === "string" && typeof (g as OwnGame).rules === "string";
    return Array.isArray(kept) ? kept.filter(fine) : [];
  } catch {
    return [];
  }
}

/** Writes them down; false if this browser keeps nothing. */
function write(games: readonly OwnGame[]): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(games));
    dispatchEvent(new Event(NAME));
    return true;
  } catch {
    return false;
  }
}

/** Keeps a game; one with the same title is replaced. */
export function keepOwn(game: OwnGame): boolean {
  return write([game, ...read().filter((g) => g.title !== game.title)].slice(0, MOST));
}

export function dropOwn(title: string): void {
  write(read().filter((g) => g.title !== title));
}

/** The title that rules give, or else the name of their file. */
export function titleOf(rules: string, file: string): string {
  const found = /^(?:game|游戏)\s+(.+?)(?:\s+zh\s+".*")?\s*$/m.exec(rules);
  return found?.[1] ?? file.replace(/\.game$/, "");
}

/** Takes files in; the names of those that are no rules. */
export async function takeIn(files: readonly File[]): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const file of files) {
    const rules = file.size > LONGEST ? "" : await file.text();
    if (!/^\s*(?:heaps|position|like|octal|堆|局面|同|八进制)\s/m.test(rules) || !keepOwn({ title: titleOf(rules, file.name), rules })) refused.push(file.name);
  }
  return refused;
}

export function useOwn(): readonly OwnGame[] {
  const [games, set] = useState(read);
  useEffect(() => {
    const heard = () => set(read());
    addEventListener(NAME, heard);
    addEventListener("storage", heard);
    return () => {
      removeEventListener(NAME, heard);
      removeEventListener("storage", heard);
    };
  }, []);
  return games;
}
