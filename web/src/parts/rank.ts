// In which order games are listed: those of the lecture notes first, and in a search by where the words were found.
import type { GameCard } from "../api/types";

/** The games of the notes from which the lessons come, in their order. */
const FEATURED = ["nim", "bash", "subtract", "wythoff", "fibonacci", "staircase", "kayles", "lasker", "nim-misere", "kayles-misere", "dag", "ends", "rake", "digits", "king-corner", "tictactoe"];

const plain = (text: string | null | undefined): string => (text ?? "").toLowerCase();

/** How well a game fits a search, the less the better; null: not at all. Every word must be found somewhere. */
function fit(game: GameCard, search: string): number | null {
  const names = [game.id, game.title, game.titles?.en, game.titles?.zh, ...game.aliases].map(plain);
  const words = search.split(/\s+/).filter(Boolean);
  if (names.includes(search)) return 0;
  if (names.some((n) => n.startsWith(search))) return 1;
  if (words.every((w) => names.some((n) => n.split(/[\s\-:,：，]+/).some((part) => part.startsWith(w))))) return 2;
  if (words.every((w) => names.some((n) => n.includes(w)))) return 3;
  const text = [...names, plain(game.note), plain(game.source), game.kind, ...game.features].join(" ");
  return words.every((w) => text.includes(w)) ? 4 : null;
}

const place = (game: GameCard): number => {
  const at = FEATURED.indexOf(game.id ?? "");
  return at < 0 ? FEATURED.length : at;
};

/** The games that fit, the best first. */
export function ranked(games: readonly GameCard[], search: string): readonly GameCard[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return [...games].sort((a, b) => place(a) - place(b));
  const found = games.flatMap((game) => {
    const at = fit(game, wanted);
    return at === null ? [] : [{ game, at }];
  });
  return found.sort((a, b) => a.at - b.at || place(a.game) - place(b.game)).map((f) => f.game);
}
