// Writing rules: a mistake is shown under its line and repaired, the table follows, parameters slide.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support.mjs";

test("own rules: a mistake under its line, repaired, the table follows", async () => {
  const { page, complaints } = await open("#/");
  await page.getByRole("button", { name: "Write your own" }).click();
  await page.locator("canvas[data-painted]").waitFor();
  const editor = page.getByRole("textbox", { name: "Rules of the game" });
  await editor.click();
  const retype = async (text) => {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(text);
  };
  await retype("game Mine\nparam m in 1..9 = 3\nheaps n\nmove take k in 1..mm: n -> n - k");
  const note = page.locator(".cm-note-error");
  await note.waitFor();
  assert.match(await note.innerText(), /mm/);
  assert.match(await page.locator(".verdict").innerText(), /mistakes: 1/);
  // The table of before stays until the rules are right.
  assert.equal(await page.locator("canvas[data-painted]").count(), 1);
  await retype("game Mine\nparam m in 1..9 = 3\nheaps n\nmove take k in 1..min(m, n): n -> n - k");
  await note.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Mine" }).waitFor();
  await page.getByText("no mistakes").waitFor();
  const slider = page.getByRole("slider", { name: "m", exact: true });
  await slider.fill("5");
  await page.waitForFunction(() => location.hash.includes("set.m=5"));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("completion offers keywords and the text's own names", async () => {
  const { page, complaints } = await open(`#/table?rules=${encodeURIComponent("heaps stones\nmove k in 1..stones: stones -> stones - k\n")}`);
  const editor = page.getByRole("textbox", { name: "Rules of the game" });
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("cla");
  await page.getByRole("option", { name: /claim/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("im grundy = sto");
  await page.getByRole("option", { name: /stones/ }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("text of rules is never markup", async () => {
  const hostile = 'game <img src=x onerror="document.title=1"><b>bold</b>\nheaps n\nmove k in 1..n: n -> n - k say "<i>{k}</i>"';
  const { page, complaints } = await open(`#/position?rules=${encodeURIComponent(hostile)}&at=3`);
  await page.locator(".banner").waitFor();
  assert.match(await page.locator("h1").innerText(), /<b>bold<\/b>/);
  assert.equal(await page.locator("main img, main b b, main i i").count(), 0);
  assert.match(await page.locator(".move-text").first().innerText(), /<i>/);
  assert.deepEqual(complaints, []);
  await page.close();
});
