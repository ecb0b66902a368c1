// What is shown belongs to the rules that are shown: after a change to rules whose fault is found late, nothing of the game
// before stays on any screen. And the small things around a position: long numbers, ends, links, the way back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support.mjs";

// Play can go up and down for ever, which only a search finds out.
const ROUND = "game Round and round\nposition n in 0..9\nmove up if n < 9: n -> n + 1\nmove down if n > 0: n -> n - 1\n";

async function visit(page, hash) {
  await page.evaluate((h) => {
    location.hash = h;
  }, hash);
}

for (const [screen, before, something] of [
  ["table", "#/table?game=wythoff", "canvas[data-painted]"],
  ["lab", "#/lab?game=lasker", ".finding"],
  ["position", "#/position?game=nim&at=3+4+5", ".banner"],
  ["play", "#/play?game=nim&at=3+4+5&move=take+2+@1", ".strip li"],
]) {
  test(`${screen}: rules that fail late leave nothing of the game before`, async () => {
    const { page, complaints } = await open(before);
    await page.locator(something).first().waitFor();
    await visit(page, `#/${screen}?rules=${encodeURIComponent(ROUND)}${screen === "table" || screen === "lab" ? "" : "&at=3"}`);
    // Nobody searches a game that is only played.
    if (screen !== "play") await page.locator(".notice.wrong").first().waitFor();
    await page.waitForFunction(() => !document.querySelector(".stale"));
    // What the game is called is another question, and may be answered later.
    await page.locator("h1, .result h2").first().filter({ hasText: "Round and round" }).waitFor();
    for (const old of ["canvas[data-painted]", ".finding", ".banner", ".strip li", '[data-move^="take"]', ".position-list li"]) {
      assert.equal(await page.locator(old).count(), 0, old);
    }
    assert.doesNotMatch(await page.locator("main").innerText(), /Wythoff|Lasker|Nim|PROVED/);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("while rules are written, the last right table stays under its own title", async () => {
  const { page, complaints } = await open("#/table?game=wythoff");
  await page.locator("canvas[data-painted]").waitFor();
  // Wrong rules from a link are no slip of somebody who writes.
  await visit(page, `#/table?rules=${encodeURIComponent("game Other\nheaps n\nmove k in 1..nn: n -> n - k\n")}`);
  await page.locator(".cm-note-error").waitFor();
  assert.equal(await page.locator("canvas[data-painted]").count(), 0);
  assert.doesNotMatch(await page.locator(".result").innerText(), /Wythoff/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a worksheet for named players says who moves, and the other player moves next", async () => {
  const { page, complaints } = await open("#/worksheet?game=tictactoe");
  await page.locator(".answers li").nth(5).waitFor();
  await page.locator(".exercise").nth(5).waitFor();
  const lines = await page.locator(".answers li").allInnerTexts();
  assert.equal(lines.length, 6);
  for (const line of lines) {
    const [board, rest] = line.split(" · ");
    const count = (piece) => board.split(piece).length - 1;
    assert.match(rest, count("X") > count("O") ? /To move: O/ : /To move: X/, line);
    // From every board with at most one piece the game is a draw, whoever plays well.
    if (count("X") + count("O") < 2) assert.match(rest, /drawn/, line);
  }
  assert.match(await page.locator(".exercises").innerText(), /O to move/);
  // That a position is drawn is not given away by a box of its own.
  await page.locator(".exercise").getByText("draws").nth(5).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("huge numbers break nothing, and there is no stray number under the moves", async () => {
  const big = "9".repeat(120);
  for (const hash of [`#/position?game=nim&at=${big}+${big}1+7`, `#/position?game=kayles&at=${big}`, `#/position?game=staircase&at=[${big}+3]`, `#/position?game=ends&at=${big}+5+7`, `#/play?game=nim&at=${big}+5`, `#/worksheet?game=nim&at=${big}+5`]) {
    const { page, complaints } = await open(hash);
    await page.locator(".banner, .notice.wrong, .turn, .exercise").first().waitFor({ timeout: 60_000 });
    await page.waitForFunction(() => !document.querySelector(".stale"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${hash.slice(0, 40)}: ${wide} too wide`);
    const out = await page.evaluate(() => [...document.querySelectorAll(".move, .banner, .field, .strip li")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className));
    assert.deepEqual(out, [], hash.slice(0, 40));
    const side = page.locator(".position-side");
    if ((await side.count()) > 0) assert.doesNotMatch(await side.innerText(), /^\s*Moves\s+0\s*$/);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test("the last mover may be made to lose only where somebody is the last mover", async () => {
  for (const [game, offered] of [["nim", 1], ["kayles", 1], ["ends", 0], ["tictactoe", 0]]) {
    const { page } = await open(`#/position?game=${game}`);
    await page.locator(".banner").waitFor();
    assert.equal(await page.getByLabel("last mover loses").count(), offered, game);
    await page.close();
  }
});

test("the link is copied without a clipboard, or it is said where it stands", async () => {
  const { page, complaints } = await open("#/position?game=nim&at=3+4+5");
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Link copied" }).waitFor();
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copy it from the address bar" }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the way back leads to the first screen as it was left", async () => {
  const { page, complaints } = await open("#/");
  await page.locator(".card").first().waitFor();
  await page.locator("#ask").fill("nim 3 4");
  await page.getByRole("searchbox").fill("nim");
  await page.locator('.chips [aria-pressed="false"]').first().click();
  const shown = await page.locator(".card").count();
  await page.locator(".card").last().scrollIntoViewIfNeeded();
  const height = await page.evaluate(() => scrollY);
  await page.locator(".card").last().click();
  await page.locator(".tabs").waitFor();
  await page.goBack();
  await page.locator(".card").first().waitFor();
  assert.equal(await page.getByRole("searchbox").inputValue(), "nim");
  assert.equal(await page.locator("#ask").inputValue(), "nim 3 4");
  assert.equal(await page.locator(".card").count(), shown);
  assert.equal(await page.evaluate(() => scrollY), height);
  assert.deepEqual(complaints, []);
  await page.close();
});
