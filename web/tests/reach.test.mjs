// Reach: both languages, keyboard alone, links that restore everything, and no serious fault of accessibility anywhere.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { open } from "./support.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

test("the language switches everywhere and is remembered", async () => {
  const { page, complaints } = await open("#/position?game=nim&at=3+4+5");
  await page.getByRole("heading", { name: "The player to move wins" }).waitFor();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("heading", { name: "先手必胜" }).waitFor();
  await page.getByText("从 3 颗的一堆取走 2 颗").first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-Hans");
  await page.reload();
  await page.getByRole("heading", { name: "先手必胜" }).waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "The player to move wins" }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("keyboard only: from the box to a move, and over the table", async () => {
  const { page, complaints } = await open("#/");
  const tabTo = async (want) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const here = await page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("data-move") || document.activeElement?.className || "");
      if (want(String(here))) return;
    }
    assert.fail("not reached by Tab");
  };
  await tabTo((h) => h === "ask");
  await page.keyboard.type("nim 3 4 5");
  await page.keyboard.press("Enter");
  await page.locator('.banner[data-outcome="win"]').waitFor();
  await tabTo((h) => h === "take 2 @1");
  await page.locator(".stone.marked").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator('.banner[data-outcome="lose"]').waitFor();
  await page.evaluate(() => {
    location.hash = "#/table?game=wythoff&to=9";
  });
  await page.locator("canvas[data-painted='100']").waitFor();
  await tabTo((h) => h.includes("heat-above"));
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  assert.match(await page.locator(".heat [aria-live]").innerText(), /a = 1, b = 2: lost/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("at=1+2"));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the link restores game, rules, parameters, position and mode in a new tab", async () => {
  const rules = "game Mine\nparam m in 1..9 = 3\nheaps n\nmove take k in 1..min(m, n): n -> n - k\n";
  const first = await open(`#/position?rules=${encodeURIComponent(rules)}&set.m=5&at=7+9&teacher=1`);
  await first.page.getByRole("heading", { name: "Mine" }).waitFor();
  await first.page.getByRole("button", { name: "Uncover" }).waitFor();
  await first.page.locator(".move-list [data-move]").first().click();
  await first.page.waitForFunction(() => location.hash.includes("move="));
  // One stone of 7 + 9 was taken.
  await first.page.waitForFunction(() => document.querySelectorAll(".stone").length === 15);
  const link = await first.page.evaluate(() => location.hash);
  const second = await open(link);
  await second.page.getByRole("heading", { name: "Who wins here?" }).waitFor();
  assert.equal(await second.page.locator(".stone").count(), 15);
  assert.equal(await second.page.getByRole("slider", { name: "m", exact: true }).inputValue(), "5");
  assert.equal(await second.page.getByRole("button", { name: "Teacher" }).getAttribute("aria-pressed"), "true");
  assert.deepEqual([...first.complaints, ...second.complaints], []);
  await first.page.close();
  await second.page.close();
});

test("a game that is not known is answered with the nearest names", async () => {
  const { page } = await open("#/");
  await page.locator("#ask").fill("nimm 3 4 5");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /nim/);
  await page.close();
});

const SCREENS = {
  home: ["#/", ".card"],
  position: ["#/position?game=nim&at=3+4+5", ".banner"],
  board: ["#/position?game=tictactoe", ".board"],
  graph: ["#/position?game=dag&at=0+3", ".graph"],
  stairs: ["#/position?game=staircase&at=2+1+3", ".stairs"],
  word: ["#/position?game=digits&at=2101", ".row-of"],
  sum: ["#/position?game=nim&at=3+4&game=kayles&at=7", ".term + .term"],
  play: ["#/play?game=nim&at=3+4+5", '[data-turn="mine"]'],
  table: ["#/table?game=wythoff&to=19", "canvas[data-painted]"],
  strip: ["#/table?game=lasker&colour=mod&difference=n", ".wheel"],
  lab: ["#/lab?game=lasker&claim=grundy+%3D+n&to=30", ".verdict-card"],
  teacher: ["#/table?game=wythoff&to=9&teacher=1", ".reveal"],
  playing: ["#/play?game=nim&at=3+4+5&move=take+1+@1&vs=person", ".strip li"],
  lessons: ["#/lesson", ".lesson-card"],
  lesson: ["#/lesson?lesson=2-nim", ".question .stone"],
  setup: ["#/position?game=tictactoe&open=setup", ".setup .square"],
  tree: ["#/position?game=nim&at=1+2+2&open=drawn", ".tree-node"],
  proof: ["#/lab?game=wythoff&prove=1&open=check", ".automaton img"],
  worksheet: ["#/worksheet?game=nim&at=3+4+5", ".exercise"],
};

for (const scheme of ["light", "dark"]) {
  test(`no serious fault of accessibility on any screen (${scheme})`, async () => {
    const { page, complaints } = await open("#/");
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    // The policy forbids scripts of others, so the checker comes in by the browser's own tools.
    await page.evaluate(await readFile(axe, "utf8"));
    const faults = [];
    for (const [name, [fragment, ready]] of Object.entries(SCREENS)) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, fragment);
      await page.locator(ready).first().waitFor();
      await page.locator(".stale").waitFor({ state: "detached" });
      const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      for (const v of found.violations) {
        if (v.impact === "serious" || v.impact === "critical") faults.push(`${name}: ${v.id} ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join(" | ")}`);
      }
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("nothing is wider than a phone", async () => {
  const { page, complaints } = await open("#/");
  await page.setViewportSize({ width: 375, height: 740 });
  for (const [name, [fragment, ready]] of Object.entries(SCREENS)) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await page.locator(ready).first().waitFor();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${name} is ${over} pixels too wide`);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});
