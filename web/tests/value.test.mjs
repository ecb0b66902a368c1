// Values of partizan positions: what is shown is what docs/values.md prints, the thermograph stands as in the books, a sum shows its
// parts by their heat, and where there is no value it is said why.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { ask, open, openAtRest } from "./support.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Opens the page, asks for the value and waits for it. */
async function shown(fragment, value) {
  const opened = await openAtRest(fragment);
  await opened.page.getByRole("button", { name: "Show the value" }).click();
  const sheet = opened.page.locator("section.value");
  await sheet.locator(".worth", { hasText: value }).waitFor();
  assert.equal(await sheet.locator(".worth").innerText(), value);
  return { ...opened, sheet };
}

/** The facts by their names. */
const facts = (sheet) => sheet.locator(".value-facts > div").evaluateAll((list) => Object.fromEntries(list.map((d) => [d.querySelector("dt").textContent, d.querySelector("dd").textContent])));

/** The corners of a wall. */
const corners = async (sheet, side) => (await sheet.locator(`polyline.wall.${side}`).getAttribute("points")).split(" ").map((p) => p.split(",").map(Number));

const near = (a, b) => assert.ok(Math.abs(a - b) < 0.01, `${a} is not ${b}`);

test("a hot position: its value, and the walls with the greater values on the left", async () => {
  const { page, complaints, sheet } = await shown("#/position?game=toads-frogs&at=TT.F", "{1/2|0}");
  assert.deepEqual(await facts(sheet), { stops: "Left first 1/2, Right first 0", temperature: "1/4", mean: "1/4", form: "born on day 3, followers: 4" });
  const text = await sheet.innerText();
  for (const said of ["N · Whoever moves first wins.", "Hot: if Left begins it comes to 1/2, if Right begins to 0.", "PROVED", "canonical forms of 11 positions"]) assert.ok(text.includes(said), said);
  const rows = (await sheet.locator("tbody tr").allInnerTexts()).map((row) => row.split(/\s*\t\s*/));
  assert.deepEqual(rows, [["toad 2 hops", "T.TF", "1/2"], ["frog 4 hops", "TTF.", "0"]]);
  await page.getByRole("img", { name: "Thermograph: temperature 1/4, mean 1/4, stops 1/2 and 0" }).waitFor();
  const [foot, top] = await corners(sheet, "left");
  const [other] = await corners(sheet, "right");
  // Left's wall stands on 1/2, which is left of 0; they meet over 1/4, as high as each goes aside.
  assert.ok(foot[0] < other[0]);
  near(top[0], (foot[0] + other[0]) / 2);
  near(foot[1] - top[1], top[0] - foot[0]);
  assert.deepEqual(await sheet.locator(".bend.left title").allTextContents(), ["temperature 0, value 1/2", "temperature 1/4, value 1/4"]);
  assert.deepEqual(await sheet.locator(".value-name").allTextContents(), ["1/2", "0", "1/4"]);
  // The value follows the moves.
  await page.locator('[data-move="hop 2"]').click();
  await sheet.locator(".worth", { hasText: /^1\/2$/ }).waitFor();
  assert.match(await sheet.innerText(), /A number: Left is 1\/2 of a move ahead/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a wall that turns on its way up is drawn through every point of the answer", async () => {
  const { page, sheet } = await shown("#/position?game=toads-frogs&at=TT.F&game=domineering&at=2x3", "{{5/2|2}|{0|-1/2}}");
  const asked = { terms: [{ game: { name: "toads-frogs" }, position: "TT.F" }, { game: { name: "domineering" }, position: "2x3" }] };
  const { left, right } = await ask("/api/value", asked);
  const number = (text) => text.split("/").reduce((a, b) => a / b);
  const all = [...left, ...right];
  const drawn = [...(await corners(sheet, "left")).slice(0, left.length), ...(await corners(sheet, "right")).slice(0, right.length)];
  assert.ok(left.length > 2);
  // One scale and one origin fit all: the place of a point is linear in its value and its tax.
  const [a, b] = [all[0], all[left.length]].map((p) => number(p.at));
  const unit = (drawn[left.length][0] - drawn[0][0]) / (a - b);
  assert.ok(unit > 0);
  all.forEach((p, i) => {
    near(drawn[i][0], drawn[0][0] + (a - number(p.at)) * unit);
    near(drawn[i][1], drawn[0][1] - number(p.tax) * unit);
  });
  await page.close();
});

test("a number and an infinitesimal have a mast alone; an atomic weight is told", async () => {
  const number = await shown("#/position?game=hackenbush&at=BR", "1/2");
  assert.equal(await number.sheet.locator("polyline").count(), 0);
  assert.equal(await number.sheet.locator("path.mast").count(), 2);
  assert.match(await number.sheet.innerText(), /the simplest number between 0 and 1 is 1\/2/);
  assert.match(await number.sheet.innerText(), /Right, moving first, has no winning move/);
  await number.page.close();
  const up = await shown("#/position?game=clobber&at=XXO", "↑");
  assert.equal((await facts(up.sheet))["atomic weight"], "1");
  assert.match(await up.sheet.innerText(), /X wins, whoever moves first/);
  await up.page.close();
});

test("a sum shows each part with its heat, the hottest marked", async () => {
  const sum = "#/position?game=toads-frogs&at=TT.F&game=domineering&at=2x2&game=clobber-strip&at=XOXO&game=domineering&at=2x3";
  const { page, complaints } = await open(sum);
  // Their players have other names, so nobody can play this sum; values add all the same.
  await page.getByText("The games name different players").waitFor();
  await page.getByRole("button", { name: "Show the value" }).click();
  const parts = page.locator(".heats li");
  await parts.nth(3).waitFor();
  assert.deepEqual(await page.locator(".heat-value").allTextContents(), ["{1/2|0}", "±1", "±(*,↑)", "{2|-1/2}"]);
  assert.deepEqual(await page.locator(".heat-at").allTextContents(), ["temperature 1/4", "temperature 1", "temperature 0", "temperature 5/4 hottest"]);
  const wide = await page.locator(".bar-heat").evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("width"))));
  wide.forEach((width, i) => near(width, [20, 80, 0, 100][i]));
  assert.equal(await page.locator(".heats .hottest .heat-of").innerText(), "Domineering ... / ...");
  await page.locator(".thermograph").waitFor();
  assert.match(await page.locator("section.value").innerText(), /L · Left wins, whoever moves first\./);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("parts that are equally hot are all marked, and without heat none is", async () => {
  for (const [fragment, marked] of [["game=domineering&at=2x3&game=domineering&at=2x2&game=domineering&at=3x2", [0, 2]], ["game=hackenbush&at=BR&game=hackenbush&at=R", []]]) {
    const { page } = await openAtRest(`#/position?${fragment}`);
    await page.getByRole("button", { name: "Show the value" }).click();
    await page.locator(".thermograph").waitFor();
    const hot = await page.locator(".heats li").evaluateAll((list) => list.flatMap((li, i) => (li.classList.contains("hottest") ? [i] : [])));
    assert.deepEqual(hot, marked, fragment);
    await page.close();
  }
});

test("where the form of a sum is too large, its parts and its winner stay", async () => {
  const { page } = await openAtRest("#/position?game=domineering&at=2x2&game=domineering&at=2x3");
  await page.route("**/api/value*", (route) => {
    if (route.request().postDataJSON().outcome) return route.continue();
    return route.fulfill({ status: 422, json: { error: { kind: "over_budget", message: "Memory ran out." } } });
  });
  await page.getByRole("button", { name: "Show the value" }).click();
  await page.getByText("Memory ran out.").waitFor();
  const sheet = page.locator("section.value");
  assert.equal(await sheet.locator(".heats li").count(), 2);
  assert.match(await sheet.innerText(), /L · Left wins, whoever moves first\./);
  assert.ok((await sheet.locator("tbody tr").count()) >= 2);
  assert.equal(await sheet.locator(".worth").count(), 0);
  await page.close();
});

test("values are offered where the players differ and the rules allow them; what is found out later is said", async () => {
  for (const fragment of ["#/position?game=nim&at=3+4", "#/position?game=cat-mouse", "#/position?game=domineering&at=2x2&misere=1", "#/position?game=domineering&at=2x2&teacher=1"]) {
    const { page } = await open(fragment);
    await page.locator(".banner").waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.locator("section.value").count(), 0, fragment);
    await page.close();
  }
  await assert.rejects(ask("/api/value", { terms: [{ game: { name: "cat-mouse" } }] }), /Positions of this game have no value of a short game: there is an ending by condition\./);
  const rules = "game Up and down\nplayers Left, Right\nposition n in 0..5\nmove up by Left if n < 5: n -> n + 1\nmove down by Right if n > 0: n -> n - 1\n";
  const { page } = await open(`#/position?rules=${encodeURIComponent(rules)}&at=3`);
  await page.getByRole("button", { name: "Show the value" }).click();
  await page.locator("section.value .notice.wrong").waitFor();
  assert.match(await page.locator("section.value .notice.wrong").innerText(), /Play can come back to \d, so this game is loopy/);
  await page.close();
});

test("a loopy game has a value without a temperature, with moves that draw", async () => {
  const { page, complaints, sheet } = await shown("#/position?game=pong-hau-ki", "{on|0} & off");
  const text = await sheet.innerText();
  for (const said of ["If Black begins, play goes on for ever; if White begins, White wins.", "White, moving first, wins by", "Black, moving first, draws by", "PROVED"]) assert.ok(text.includes(said), said);
  assert.equal(await sheet.locator(".thermograph, .value-facts").count(), 0);
  assert.equal(await sheet.locator("tbody tr").count(), 3);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("in Chinese the sheet is Chinese", async () => {
  const { page, complaints } = await open("#/position?game=toads-frogs&at=TT.F");
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("button", { name: "显示值" }).click();
  await page.getByRole("img", { name: "温度图：温度 1/4，均值 1/4，终值 1/2 和 0" }).waitFor();
  const text = await page.locator("section.value").innerText();
  for (const said of ["先走者胜。", "Left 先走 1/2，Right 先走 0", "热：Left 先走终于 1/2", "Left 先走的必胜走法", "桅杆，位于均值", "已证明"]) assert.ok(text.includes(said), said);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("playing a sum, a hint points at the hottest part and the move is there", async () => {
  const { page, complaints } = await open("#/play?game=domineering&at=2x2&game=domineering&at=2x3");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Hint 1 of 3").waitFor();
  assert.equal(await page.locator(".part.look").count(), 0);
  await page.getByRole("button", { name: "Tell me more" }).click();
  await page.getByText("Part 2, ... / ..., is the hottest: a move there is worth 5/4.").waitFor();
  assert.equal(await page.locator("figure.term").nth(1).locator(".part.look").count(), 1);
  await page.getByRole("button", { name: "Tell me more" }).click();
  await page.getByText("Hint 3 of 3").waitFor();
  assert.match(await page.locator(".hint").innerText(), /\[2: vertical/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the open sheet fits a phone and has no serious fault of accessibility", async () => {
  const { page, complaints } = await open("#/position?game=toads-frogs&at=TT.F&game=domineering&at=2x2&game=domineering&at=2x3");
  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByRole("button", { name: "Show the value" }).click();
  await page.locator(".thermograph").waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)) <= 0);
  await page.evaluate(await readFile(axe, "utf8"));
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`[data-theme=${colorScheme}]`).waitFor();
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const faults = violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id} ${v.nodes[0].target.join(" ")}`);
    assert.deepEqual(faults, [], colorScheme);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});
