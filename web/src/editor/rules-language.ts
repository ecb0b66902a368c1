// How the rules language is coloured: comments, texts, numbers, the word that begins a line, keywords inside it,
// functions before a bracket. English and Chinese words alike, as the server lists them.
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { Language } from "../api/types";

const WORD = /^[\p{L}_][\p{L}\p{N}_-]*/u;
/** Lines whose rest is free text. */
const PROSE = new Set(["game", "note", "source", "alias", "like"]);

interface State {
  start: boolean;
  prose: boolean;
}

export function rulesLanguage(language: Language): Extension {
  const english = new Map(language.chinese);
  const lines = new Set(language.lines);
  const keywords = new Set([...language.lines, ...language.chinese.map(([, word]) => word)]);
  const functions = new Set(language.functions.map((f) => f.name));
  const sets = new Set(language.sets);

  const token = (stream: StringStream, state: State): string | null => {
    if (stream.sol()) {
      // A line that begins with a blank continues the one above.
      const continued = /^\s/.test(stream.string);
      if (!continued) state.prose = false;
      state.start = !continued;
    }
    if (stream.eatSpace()) return null;
    if (!state.prose && stream.peek() === "#") {
      stream.skipToEnd();
      return "comment";
    }
    if (state.prose) {
      stream.skipToEnd();
      return "string";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    const word = stream.match(WORD);
    if (word && typeof word !== "boolean") {
      const text = word[0] ?? "";
      const plain = english.get(text) ?? text;
      const begins = state.start;
      state.start = false;
      if (begins && lines.has(plain)) {
        state.prose = PROSE.has(plain);
        return "heading";
      }
      if (functions.has(plain) && stream.peek() === "(") return "function";
      if (sets.has(text)) return "atom";
      return keywords.has(plain) ? "keyword" : "variableName";
    }
    state.start = false;
    if (stream.match(/^(->|→|\+=|-=|\.\.|<=|>=|!=|==|\*\*|[=<>+*|≤≥≠⊕∈-])/)) return "operator";
    stream.next();
    return "punctuation";
  };

  const parser = StreamLanguage.define<State>({
    name: "rules",
    startState: () => ({ start: true, prose: false }),
    copyState: (s) => ({ ...s }),
    token,
    tokenTable: { function: tags.function(tags.variableName) },
    languageData: { commentTokens: { line: "#" } },
  });
  const style = HighlightStyle.define([
    { tag: tags.heading, color: "var(--accent)", fontWeight: "650" },
    { tag: tags.keyword, color: "var(--win)" },
    { tag: tags.function(tags.variableName), color: "var(--lose)" },
    { tag: tags.atom, color: "var(--lose)" },
    { tag: tags.string, color: "var(--good)" },
    { tag: tags.number, color: "var(--lose)" },
    { tag: tags.comment, color: "var(--ink-3)", fontStyle: "italic" },
    { tag: tags.operator, color: "var(--ink-2)" },
  ]);
  return [parser, syntaxHighlighting(style)];
}
