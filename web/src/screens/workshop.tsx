// Rules on the left, their table on the right, live: the screen of a problem setter.
import { lazy, Suspense } from "preact/compat";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import { get, post } from "../api/client";
import { gameRef } from "../api/questions";
import { useAbout } from "../api/about";
import type { Description, GameRef, Language, RulesAnswer } from "../api/types";
import type { Found } from "../editor/problems";
import { Cover } from "../parts/cover";
import { HowTo } from "../parts/how-to";
import { Params } from "../parts/params";
import { Waiting } from "../parts/waiting";
import { fill } from "../i18n/words";
import { keepOwn } from "../state/own";
import { usePlace } from "../state/place";
import { useTaste } from "../state/taste";
import { TablePanel } from "../table/panel";

const Editor = lazy(() => import("../editor/editor"));

export default function Workshop() {
  const { place, adjustTerm } = usePlace();
  const { lang, words } = useTaste();
  const term = place.terms[0];
  const own = term?.rules ?? null;
  const about = useAbout(term, own === null ? 0 : 200);
  const [language, setLanguage] = useState<Language | null>(null);
  useEffect(() => {
    const control = new AbortController();
    get<Language>("/api/language", { lang, signal: control.signal }).then(setLanguage, () => undefined);
    return () => control.abort();
  }, []);
  const text = own ?? about.answer?.rules ?? "";
  const checked = useAsk<RulesAnswer>("/api/rules", text === "" ? null : { rules: text }, 220, [{ rules: text }]);
  const found = useMemo<readonly Found[]>(
    () =>
      (checked.fresh ? (checked.answer?.diagnostics ?? []) : []).map((d) => ({
        from: d.from,
        to: d.to,
        error: d.severity === "error",
        message: d.message[lang],
        help: d.help?.[lang] ?? null,
      })),
    [checked.answer, checked.fresh, lang],
  );
  // What was written here last: rules that come from elsewhere are another game.
  const written = useRef<string | null>(null);
  const change = useCallback(
    (rules: string) => {
      written.current = rules;
      adjustTerm({ rules, game: null, at: "" });
    },
    [adjustTerm],
  );
  const [kept, setKept] = useState("");
  useEffect(() => setKept(""), [own]);
  const layOut = async () => {
    const answer = await post<{ rules: string }>("/api/format", { rules: text }, { lang }).catch(() => null);
    if (answer) change(answer.rules);
  };
  const wrong = checked.fresh && checked.answer?.ok === false;
  // While somebody writes and the rules are wrong, the last table that was right stays, pale.
  const of = JSON.stringify([term?.game, own]);
  const good = useRef<{ readonly of: string; readonly game: GameRef; readonly facts: Description } | null>(null);
  if (term && about.fresh && about.answer) good.current = { of, game: gameRef(term), facts: about.answer };
  else if (good.current?.of !== of && own !== written.current) good.current = null;
  // A parameter whose value is wrong can be set right, but there is no table for it.
  const shown = about.problem && !wrong ? null : good.current;
  const params = good.current?.facts.params ?? [];
  const errors = found.filter((f) => f.error).length;
  if (!term) return null;
  return (
    <div class="workshop">
      <section class="rules" aria-label={words.rules}>
        <div class="section-head">
          <h2>{words.rules}</h2>
          <span class={`verdict ${wrong ? "bad" : "fine"}`} role="status">
            {!checked.fresh ? "" : wrong ? fill(words.mistakes, { n: errors }) : words.rulesFine}
          </span>
          <button type="button" class="quiet" onClick={() => void layOut()} disabled={wrong || text === ""}>{words.layOut}</button>
        </div>
        {language && (text !== "" || own !== null) ? (
          <Cover of={`${term.game} ${own === null ? "" : "own"}`} instead={<pre class="lines">{about.answer?.bare ?? ""}</pre>}>
            <Suspense fallback={<p class="hush">{words.working}</p>}>
              <Editor text={text} label={words.rulesLabel} language={language} found={found} names={checked.answer?.names ?? []} change={change} />
            </Suspense>
          </Cover>
        ) : (
          <div class="editor-empty">{about.problem ? <Waiting asked={about} /> : null}</div>
        )}
        {own === null && <p class="hush">{words.editMakesOwn}</p>}
        {own !== null && (
          <p class="row-of-buttons">
            <button type="button" disabled={wrong || !about.fresh} onClick={() => setKept(keepOwn({ title: about.answer?.title ?? words.ownRules, rules: own }) ? words.keptHere : words.notKept)}>{words.keepHere}</button>
            <span class="hush" role="status">{kept}</span>
          </p>
        )}
        <p class="out-of-sight" aria-live="polite">{found.map((f) => f.message).join(" ")}</p>
      </section>
      <section class={`result ${wrong ? "stale" : ""}`}>
        <div class="section-head">
          <h2>{shown?.facts.title ?? words.table}</h2>
        </div>
        {wrong && <p class="notice">{words.tableWaits}</p>}
        <Params params={params} set={term.set} change={(set) => adjustTerm({ set })} />
        {shown && <TablePanel game={shown.game} about={shown.facts} wrong={[]} />}
        {shown && <HowTo about={shown.facts} />}
        {!wrong && <Waiting asked={about} />}
      </section>
    </div>
  );
}
