// The pattern lab: what is found, what is proved, what a claim gets wrong; a long question that is stopped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support.mjs";

/** Pixels above the table that have the colour of what is wrong: below its diagonal and above it. */
const red = (page) =>
  page.locator(".heat-above").evaluate((canvas) => {
    const want = getComputedStyle(canvas).getPropertyValue("--wrong").trim();
    const [r, g, b] = [1, 3, 5].map((i) => parseInt(want.slice(i, i + 2), 16));
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const seen = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] <= 200 || Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) >= 12) continue;
      const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
      seen[x / width > y / height ? 1 : 0]++;
    }
    return seen;
  });

test("where the order of the numbers does not matter, both cells of a counterexample are red", async () => {
  const { page, complaints } = await open("#/lab?game=wythoff&to=12");
  await page.locator("canvas[data-painted]").waitFor();
  await page.getByLabel("A claim about the game").fill("lose iff a = b");
  await page.getByRole("button", { name: "Check" }).click();
  await page.locator('.verdict-card[data-status="FALSE"]').waitFor();
  await page.getByText("the claim is wrong here").waitFor();
  const [below, above] = await red(page);
  assert.ok(below > 100 && above > 100 && Math.min(below, above) * 2 > Math.max(below, above), `${below} and ${above} red pixels`);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a claim is refuted in red on the table, and the one proposed instead holds", async () => {
  const { page, complaints } = await open("#/lab?game=lasker&to=50");
  await page.locator("canvas[data-painted]").waitFor();
  await page.getByLabel("A claim about the game").fill("grundy = n");
  await page.getByRole("button", { name: "Check" }).click();
  const verdict = page.locator('.verdict-card[data-status="FALSE"]');
  await verdict.waitFor();
  assert.match(await verdict.innerText(), /n = 3/);
  await page.getByText("the claim is wrong here").waitFor();
  // 3 is the first: its frame on the canvas above the cells has the colour of what is wrong.
  const [below, above] = await red(page);
  assert.ok(below + above > 100, `${below + above} red pixels`);
  await verdict.locator("button.link").click();
  await page.locator('.verdict-card:not([data-status="FALSE"])').waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("patterns have their status, and a proof shows its automaton", async () => {
  const { page, complaints } = await open("#/lab?game=lasker");
  await page.locator(".finding .status").first().waitFor();
  assert.match(await page.locator(".findings").innerText(), /PROVED/);
  await page.getByRole("button", { name: "Look for a proof" }).click();
  await page.locator(".theorem .status.proved").waitFor();
  await page.locator(".automaton img").waitFor();
  assert.ok(await page.locator(".automaton img").evaluate((img) => img.decode().then(() => img.naturalWidth > 0)));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a long question shows that it works, and stops when asked", async () => {
  // An empty board of this size takes minutes at least, but is not refused at once.
  const board = Array(7).fill("0 0 0 0 0 0 0").join(" / ").replaceAll(" ", "+");
  const { page } = await open(`#/position?game=domineering&at=${board}`);
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.waitFor();
  const ended = page.waitForEvent("requestfailed", (r) => r.url().includes("/api/solve"));
  await stop.click();
  await ended;
  await page.getByText("Stopped.").waitFor();
  // The server is free for the next question at once.
  const began = performance.now();
  await page.evaluate(() => {
    location.hash = "#/position?game=nim&at=3+4+5";
  });
  await page.locator('.banner[data-outcome="win"]').waitFor();
  assert.ok(performance.now() - began < 5000);
  await page.close();
});
