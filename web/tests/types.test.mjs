// The page's types (src/api/types.ts) against real answers: those to the examples of the OpenAPI description, which the server's own tests
// compare with its schemas, and to questions about every game of the library. The compiler reads the answers as values of the types.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ask } from "./support.mjs";

/** The type of the answer to a question. `Explain` and what is no question of the page have none. */
const TYPES = {
  "/api/games": "{ readonly games: readonly GameCard[] }",
  "/api/language": "Language",
  "/api/describe": "Description",
  "/api/picture": "{ readonly pictures: readonly Picture[] }",
  "/api/rules": "RulesAnswer",
  "/api/format": "{ readonly rules: string }",
  "/api/parse": "ParsedLine",
  "/api/solve": "Solved",
  "/api/moves": "BoardAnswer",
  "/api/tree": "GameTree",
  "/api/edit": "EditAnswer",
  "/api/health": "Health",
  "/api/starts": "StartsAnswer",
  "/api/lessons": "{ readonly lessons: readonly LessonCard[] }",
  "/api/answer": "JudgeAnswer",
  "/api/play": "PlayAnswer",
  "/api/hint": "HintAnswer",
  "/api/history": "HistoryAnswer",
  "/api/table": "TableAnswer",
  "/api/pattern": "PatternAnswer",
  "/api/prove": "ProveAnswer",
  "/api/misere": "MisereAnswer",
  "/api/value": "ValueAnswer | LoopyAnswer | SumAnswer",
  "/api/check": "CheckAnswer",
};

/** Questions whose answers have parts that no example of the description has. */
const MORE = [
  ["/api/rules", { rules: "heaps n\nmove take k in 1..m: n -> n - k" }],
  ["/api/table", { game: { name: "nim" }, ranges: "n=0..20" }],
  ["/api/table", { game: { name: "wythoff" }, ranges: "a=0..4 b=0..4", show: "win" }],
  ["/api/value", { terms: [{ game: { name: "domineering" }, position: "2x3" }, { game: { name: "toads-frogs" }, position: "TT.F" }], outcome: true }],
  ["/api/value", { terms: [{ game: { name: "clobber" }, position: "XXO" }] }],
  ["/api/value", { terms: [{ game: { name: "pong-hau-ki" } }] }],
  ["/api/prove", { game: { name: "wythoff" }, position: "3 5" }],
  ["/api/edit", { terms: [{ game: { name: "tictactoe" }, position: "" }] }],
  ["/api/tree", { terms: [{ game: { name: "tictactoe" }, position: "XO. / .X. / O.." }] }],
  ["/api/check", { game: { name: "lasker" }, claim: "grundy = n", to: 20 }],
];

test("real answers have the types of the page", { timeout: 1_200_000 }, async () => {
  const questions = [...MORE];
  const { paths } = await ask("/api/openapi.json");
  for (const path of Object.keys(TYPES)) {
    const { get, post } = paths[path];
    questions.push([path, get ? undefined : post.requestBody.content["application/json"].example]);
  }
  for (const { id, start } of (await ask("/api/games")).games) {
    questions.push(["/api/describe", { game: { name: id } }]);
    if (start !== null) questions.push(["/api/solve", { terms: [{ game: { name: id }, position: start }], all_moves: false }]);
  }
  const names = [...new Set(Object.values(TYPES).flatMap((type) => type.match(/\b[A-Z]\w*/g) ?? []))];
  const lines = [`import type { ${names.join(", ")} } from "../../src/api/types";`];
  for (const [at, [path, body]] of questions.entries()) {
    const answer = JSON.stringify(await ask(path, body));
    lines.push(`const answer${at} = ${answer} as const;`, `export const typed${at}: ${TYPES[path]} = answer${at};`);
  }
  const folder = mkdtempSync(join(import.meta.dirname, "types-"));
  try {
    writeFileSync(join(folder, "answers.ts"), lines.join("\n"));
    const settings = { extends: "../../tsconfig.json", include: ["answers.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    execFileSync("node_modules/.bin/tsc", ["--noEmit", "-p", folder], { cwd: join(import.meta.dirname, "..") });
  } catch (error) {
    assert.fail(String(error.stdout ?? error).slice(0, 4000));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
