// Completion: words that begin a line at its beginning, keywords, functions, sets and the text's own names inside it.
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import type { Language, RulesAnswer } from "../api/types";

const KINDS: Readonly<Record<string, string>> = { field: "variable", param: "constant", define: "function", move: "method", choice: "variable", player: "class" };

export function completions(language: Language, names: () => RulesAnswer["names"]): CompletionSource {
  const english = language.chinese.map(([, word]) => word);
  const lines: Completion[] = [
    ...language.lines.map((label) => ({ label, type: "keyword" })),
    ...language.chinese.filter(([, word]) => language.lines.includes(word)).map(([label, detail]) => ({ label, detail, type: "keyword" })),
  ];
  const inside: Completion[] = [
    ...[...new Set(english)].filter((w) => /^[a-z]/.test(w)).map((label) => ({ label, type: "keyword", boost: -1 })),
    ...language.chinese.map(([label, detail]) => ({ label, detail, type: "keyword", boost: -2 })),
    ...language.functions.map((f) => ({ label: f.name, type: "function", apply: `${f.name}(` })),
    ...language.sets.map((label) => ({ label, type: "constant" })),
  ];
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (!word && !context.explicit) return null;
    const from = word ? word.from : context.pos;
    const line = context.state.doc.lineAt(context.pos);
    const begins = from === line.from;
    const own = names().map(({ name, kind }) => ({ label: name, type: KINDS[kind] ?? "variable", detail: kind, boost: 2 }));
    // Before the server has read the text, or while it cannot, its words are the names.
    if (own.length === 0 && !begins) {
      const known = new Set([...lines, ...inside].map(({ label }) => label));
      const text = context.state.doc.sliceString(0, from) + context.state.doc.sliceString(context.pos);
      const words = new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
      own.push(...[...words].filter((label) => !known.has(label)).map((label) => ({ label, type: "variable", detail: "", boost: 1 })));
    }
    return { from, options: begins ? lines : [...own, ...inside], validFor: /^[\p{L}\p{N}_]*$/u };
  };
}
