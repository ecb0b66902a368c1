// Lessons: done from the first line to the last, in both languages; no answer before it is earned; lessons of one's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, open } from "./support.mjs";

test("the first lesson is done to its end, and nothing is told before it is earned", async () => {
  const { page, complaints } = await open("#/lesson?lesson=1-take-away");
  const question = (n) => page.locator(`[data-question="${n}"]`);
  await question(0).waitFor();
  const text = () => page.locator("main").innerText();
  // Neither what comes after the question nor what is said to the answer.
  assert.doesNotMatch(await text(), /lost positions? are|the other player takes them all|multiples of 4/);
  assert.equal(await question(1).count(), 0);
  await question(0).locator('[data-answer="win"]').click();
  await question(0).getByText("Not yet").waitFor();
  assert.equal(await question(1).count(), 0);
  await question(0).locator('[data-answer="lose"]').click();
  await question(0).getByText("Right.").waitFor();
  await question(0).getByText("the other player takes them all").waitFor();
  await question(1).getByRole("textbox").fill("4, 8, 11");
  await page.keyboard.press("Enter");
  await question(1).getByText("Not yet").waitFor();
  await question(1).getByRole("textbox").fill("4, 8, 12");
  await page.keyboard.press("Enter");
  await question(1).getByText("The multiples of 4").waitFor();
  // A move is made on the board: the ninth stone of eleven goes with those above it.
  await question(2).locator(".stone").nth(9).click();
  await question(2).getByText("Not yet").waitFor();
  await question(2).locator(".stone").nth(8).click();
  await question(2).getByText("Right.").waitFor();
  await question(3).getByRole("textbox").fill("5 10 15");
  await page.keyboard.press("Enter");
  await question(3).getByText("Right.").waitFor();
  const game = page.locator(".lesson-game").last();
  assert.match(await game.innerText(), /Win to go on/);
  // Who must win by himself gets no hints.
  assert.equal(await game.getByRole("button", { name: "Hint" }).count(), 0);
  for (let turn = 0; turn < 12 && (await game.locator('[data-turn="over"]').count()) === 0; turn++) {
    await game.locator('[data-turn="mine"], [data-turn="over"]').waitFor();
    const n = await game.locator(".stone").count();
    const move = game.locator(`[data-move="take ${n % 5}"]:not(:disabled)`);
    await move.click();
    await page.waitForFunction((n) => document.querySelectorAll(".lesson-game:last-of-type .stone").length < n || document.querySelector('.lesson-game:last-of-type [data-turn="over"]'), n);
    await game.locator('[data-turn="mine"], [data-turn="over"]').waitFor();
  }
  await page.getByText("This lesson is done.").waitFor();
  await page.reload();
  await page.getByText("This lesson is done.").waitFor();
  await page.getByRole("button", { name: "Do it again" }).click();
  await question(0).locator("[data-answer]").first().waitFor();
  assert.equal(await question(1).count(), 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("every lesson opens in both languages, and its list says how far one is", async () => {
  const { page, complaints } = await open("#/lesson");
  for (const lang of ["en", "zh"]) {
    if (lang === "zh") await page.getByRole("button", { name: "中文" }).click();
    const { lessons } = await ask(`/api/lessons?lang=${lang}`);
    assert.ok(lessons.length >= 9);
    for (const lesson of lessons.filter((l) => l.problem === null)) {
      await page.evaluate((id) => {
        location.hash = `#/lesson?lesson=${id}`;
      }, lesson.id);
      await page.getByRole("heading", { level: 1, name: lesson.title }).waitFor();
      await page.locator(".question, .lesson-game").first().waitFor();
      assert.equal(await page.locator(".notice.wrong").count(), 0, lesson.id);
    }
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a lesson of one's own is there without building anything, and a mistake in one is told with its line", async () => {
  const { page, complaints } = await open("#/lesson");
  await page.locator('[data-lesson="own"]').waitFor();
  assert.match(await page.locator('[data-lesson="broken"]').innerText(), /line 3: .*about: outcome/);
  await page.locator('[data-lesson="own"]').click();
  // Markup of others is text.
  await page.getByText("<b>no HTML</b>").waitFor();
  await page.locator('[data-answer="Rice"]').click();
  await page.getByText("One of them is eaten").waitFor();
  await page.locator('[data-answer="Nim"]').click();
  await page.getByText("Nim it is").waitFor();
  await page.getByRole("heading", { name: "To move: Left" }).waitFor();
  await page.getByText("The end.").waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("answers do not leave the server before they are given", async () => {
  for (const { id, problem } of (await ask("/api/lessons")).lessons) {
    if (problem !== null) continue;
    const lesson = JSON.stringify(await ask(`/api/lessons/${id}`));
    assert.doesNotMatch(lesson, /"(answer|after|hint)":/, id);
  }
});

test("in teacher mode no view gives an answer away before it is uncovered", async () => {
  const { page, complaints } = await open("#/?teacher=1");
  await page.locator(".card").first().waitFor();
  assert.equal(await page.locator(".small-table, .card-note:not(:empty)").count(), 0);
  const views = [
    ["#/table?game=wythoff&to=9&teacher=1", ".cover .lines", /claim|strategy|example|phi|Lost|golden/],
    ["#/table?game=tictactoe&teacher=1", ".position-list li", /example/],
    ["#/lab?game=lasker&teacher=1", ".lab-side .cover", /n mod 4|PROVED|n - 1/],
    ["#/position?game=nim&at=3+4+5&teacher=1", ".banner.covered", /player to move (wins|loses)|winning|PROVED|must become/],
    ["#/play?game=nim&at=3+4+5&move=take+2+@1&vs=person&teacher=1", ".strip li", /(is|was) winning|Hint|worth|lost for you|easy/],
    ["#/play?game=staircase&at=2+1+3&teacher=1", ".stairs", /odd steps/],
    ["#/worksheet?game=nim&at=3+4+5&teacher=1", ".exercise", /Answers$/m],
  ];
  for (const [fragment, ready, secret] of views) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await page.locator(ready).first().waitFor();
    for (const details of await page.locator("main details:not(.menu)").all()) await details.evaluate((d) => (d.open = true));
    await page.waitForFunction(() => !document.querySelector(".stale"));
    const said = await page.locator("main").innerText();
    assert.doesNotMatch(said, secret, fragment);
    const hidden = await page.evaluate(() => document.querySelectorAll("main .glyph, main [data-outcome]:not([data-outcome='']), main .legend").length);
    assert.equal(hidden, 0, fragment);
  }
  // What is uncovered is there.
  await page.evaluate(() => {
    location.hash = "#/lab?game=lasker&teacher=1";
  });
  await page.locator(".lab-side .cover button").first().click();
  await page.locator(".finding").first().waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});
