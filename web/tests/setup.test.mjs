// Setting up a position by clicking, the drawn game tree, the automaton with a word traced, and verbs that run what the command runs.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open, openAtRest } from "./support.mjs";

const shown = (page) => page.locator(".setup-text").first().getAttribute("data-position");
/** Waits until the position that is set up reads so. */
const reads = (page, position) => page.locator(`.setup-text[data-position="${position}"]`).first().waitFor();

test("heaps are set up by clicks: more, less, added, removed", async () => {
  const { page, complaints } = await openAtRest("#/position?game=nim&at=3+4+5");
  await page.getByRole("button", { name: "Set up" }).click();
  await reads(page, "3 4 5");
  await page.getByRole("button", { name: "one more: n @1" }).click();
  await reads(page, "4 4 5");
  await page.getByRole("button", { name: "one less: n @3" }).click();
  await reads(page, "4 4 4");
  await page.getByRole("button", { name: "Add a part" }).click();
  await reads(page, "4 4 4 4");
  await page.getByRole("button", { name: "Remove part 2" }).click();
  await reads(page, "4 4 4");
  // A click on a stone does what was chosen.
  await page.getByLabel("− 1").check();
  await page.locator(".setup .stone").first().click();
  await reads(page, "3 4 4");
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.locator('.banner[data-outcome="win"]').waitFor();
  assert.match(await page.evaluate(() => location.hash), /at=3\+4\+4/);
  await page.goBack();
  await page.locator(".setup").waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a board is painted with the letters of its game, and what cannot be is said", async () => {
  const { page, complaints } = await open("#/position?game=tictactoe&open=setup");
  await page.locator(".setup .square").nth(8).waitFor();
  await page.getByLabel("X", { exact: true }).check();
  await page.locator(".setup .square").nth(4).click();
  await page.locator(".setup .piece-text").first().waitFor();
  await page.getByLabel("O", { exact: true }).check();
  await page.locator(".setup .square").nth(0).click();
  await page.waitForFunction(() => document.querySelectorAll(".setup .piece-text").length === 2);
  assert.match(await shown(page), /^O\.\. \/ \.X\. \/ \.\.\.$/);
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.locator(".banner").waitFor();
  assert.equal(await page.locator(".setup").count(), 0);
  const other = await open("#/position?game=nim&at=0&open=setup");
  await other.page.getByRole("button", { name: "one less: n" }).click();
  await other.page.getByRole("alert").waitFor();
  assert.deepEqual([...complaints, ...other.complaints], []);
  await page.close();
  await other.page.close();
});

test("rows and words grow and shrink", async () => {
  const { page, complaints } = await open("#/position?game=ends&at=4+-10+7&open=setup");
  await reads(page, "4 -10 7");
  await page.locator(".setup .cell").nth(1).click();
  await reads(page, "4 -9 7");
  await page.getByRole("button", { name: /^shorter/ }).click();
  await reads(page, "4 -9");
  await page.getByRole("button", { name: /^longer/ }).click();
  await reads(page, "4 -9 4");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the game tree is drawn with outcomes, a position in it is a link, and it is thinned where it is large", async () => {
  const { page, complaints } = await openAtRest("#/position?game=nim&at=1+2");
  await page.getByRole("button", { name: "Draw it" }).click();
  // 1 2, 1 1, 2, 1, nothing (0 and 1 heaps alike): each position once.
  await page.locator(".tree-node").first().waitFor();
  const nodes = await page.locator(".tree-node").evaluateAll((list) => list.map((n) => [n.getAttribute("data-position"), n.classList.contains("lose")]));
  assert.equal(new Set(nodes.map(([p]) => p)).size, nodes.length);
  assert.deepEqual(nodes[0], ["1 2", false]);
  assert.ok(nodes.some(([p, lost]) => p === "1 1" && lost));
  await page.locator('.tree-node[data-position="1 1"]').click();
  await page.locator('.banner[data-outcome="lose"]').waitFor();
  // The tree of that position, which begins with it.
  await page.waitForFunction(() => document.querySelector(".tree-node")?.getAttribute("data-position") === "1 1");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      const tree = page.locator("section.sheet", { has: page.locator("#game-tree") });
      await tree.locator("summary").click();
      await tree.getByRole("button", { name: "SVG" }).click();
    })(),
  ]);
  const svg = await readFile(await saved.path(), "utf8");
  assert.match(svg, /^<svg[^]*1 1[^]*<\/svg>/);
  assert.doesNotMatch(svg, /href=/);
  const large = await openAtRest("#/position?game=nim&at=9+10+11");
  await large.page.getByRole("button", { name: "Draw it" }).click();
  await large.page.locator(".tree-node").first().waitFor();
  assert.ok((await large.page.locator(".tree-node").count()) <= 300);
  await large.page.getByText(/thinned/).waitFor();
  assert.ok((await large.page.locator(".tree-more").count()) > 0);
  assert.deepEqual([...complaints, ...large.complaints], []);
  await page.close();
  await large.page.close();
});

test("the automaton is large, and a word is traced through it", async () => {
  const { page, complaints } = await open("#/lab?game=wythoff&prove=1");
  const image = page.locator(".automaton img");
  await image.waitFor();
  await page.waitForFunction(() => document.querySelector(".automaton img")?.complete);
  assert.ok((await image.evaluate((i) => i.naturalWidth)) > 600);
  // It is seen whole here, and nowhere smaller than can be read: beyond that its box scrolls.
  const large = () => image.evaluate((i) => [i.clientWidth / i.naturalWidth, i.parentElement.scrollWidth - i.parentElement.clientWidth]);
  assert.ok((await large())[0] > 0.79, `${await large()}`);
  assert.equal((await large())[1], 0);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok((await large())[0] > 0.79 && (await large())[1] > 0, `${await large()}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator("#trace").fill("3 5");
  await page.getByRole("button", { name: "Trace it" }).click();
  await page.locator('.traced[data-accepted="true"]').waitFor();
  // 3 = 100 and 5 = 1000 in Fibonacci's digits.
  assert.match((await page.locator(".way tr").first().innerText()).replace(/\s+/g, " "), /= 3 0 1 0 0/);
  assert.match((await page.locator(".way tr").nth(1).innerText()).replace(/\s+/g, " "), /= 5 1 0 0 0/);
  await page.locator("#trace").fill("3 4");
  await page.getByRole("button", { name: "Trace it" }).click();
  await page.locator('.traced[data-accepted="false"]').waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("verbs typed into the box run what the command runs", async () => {
  const rows = [
    ["check lasker", '.checks[data-ok="true"] .finding'],
    ['check divide --claim "lose iff n in primes"', '.verdict-card[data-status="FALSE"]'],
    ["explain nim 1 2 3", ".tree .branch"],
    ["misere kayles 5", ".quotient [role=status]"],
    ["value domineering 2x3", ".value .worth"],
    ["plot wythoff a=0..9 b=0..9", "canvas[data-painted='100']"],
    ["show kayles", ".cm-content"],
  ];
  for (const [line, found] of rows) {
    const { page, complaints } = await open("#/");
    await page.locator("#ask").fill(line);
    await page.keyboard.press("Enter");
    await page.locator(found).first().waitFor();
    assert.deepEqual(complaints, [], line);
    await page.close();
  }
  const { page } = await open("#/");
  await page.locator("#ask").fill("stress nim");
  await page.keyboard.press("Enter");
  assert.match(await page.getByRole("alert").innerText(), /command line/);
  await page.close();
});
