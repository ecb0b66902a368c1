// Every game of the library opens from its card: a position is shown, or a table, and nothing goes wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support.mjs";

test("every game of the library opens at its start", async () => {
  const { page, complaints } = await open("#/");
  await page.locator(".card").first().waitFor();
  const games = await page.evaluate(async () => (await (await fetch("/api/games")).json()).games.map((g) => ({ id: g.id, title: g.title, start: g.start })));
  assert.ok(games.length > 60);
  const faults = [];
  for (const { id, title, start } of games) {
    if (start === null) faults.push(`${id}: no start`);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/position?game=${id}`);
    const shown = await page
      .waitForFunction(
        (title) => {
          // What is still on the screen from the game before does not count.
          if (document.querySelector(".stale") || document.querySelector("h1")?.textContent !== title) return null;
          if (document.querySelector(".notice.wrong")) return "wrong";
          if (document.querySelector(".notice button")) return "long";
          return document.querySelector(".banner") ? document.querySelector("[role=img]").getAttribute("aria-label") : null;
        },
        title,
        { timeout: 600_000 },
      )
      .then((v) => v.jsonValue())
      .catch(() => "nothing");
    // A start may be too large to search at once; it is then worked on, and can be stopped.
    if (shown === "wrong" || shown === "nothing") faults.push(`${id}: ${shown} ${await page.locator(".notice").allInnerTexts()}`);
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(complaints, []);
  await page.close();
});
