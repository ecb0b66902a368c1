// The games that somebody wrote here: opened, saved as files, taken in from files, thrown away.
import { useRef, useState } from "preact/hooks";
import { fill } from "../i18n/words";
import { download, fileName } from "../save/download";
import { HOME, term } from "../state/link";
import { dropOwn, takeIn, useOwn } from "../state/own";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";

export function OwnGames() {
  const words = useWords();
  const { place, go } = usePlace();
  const games = useOwn();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  return (
    <section class="own-games" aria-labelledby="own-games">
      <div class="section-head">
        <h2 id="own-games">{words.ownGames}</h2>
        <button type="button" onClick={() => input.current?.click()}>{words.importGames}</button>
        <input
          ref={input}
          type="file"
          accept=".game,text/plain"
          multiple
          hidden
          onChange={(e) => {
            const box = e.currentTarget;
            void takeIn([...(box.files ?? [])]).then((names) => (setRefused(names), (box.value = "")));
          }}
        />
      </div>
      {refused.length > 0 && <p class="notice wrong" role="alert">{fill(words.notRules, { list: refused.join(", ") })}</p>}
      {games.length === 0 && <p class="hush">{words.ownGamesHelp}</p>}
      <ul class="plain own-list">
        {games.map((game) => (
          <li key={game.title}>
            <button type="button" class="own-open" onClick={() => go({ ...HOME, teacher: place.teacher, screen: "table", terms: [term({ rules: game.rules })] })}>{game.title}</button>
            <button type="button" class="quiet" aria-label={fill(words.exportGame, { game: game.title })} onClick={() => download(fileName(game.title, "game"), game.rules, "text/plain;charset=utf-8")}>{words.save}</button>
            <button type="button" class="quiet" aria-label={fill(words.dropGame, { game: game.title })} onClick={() => dropOwn(game.title)}>✕</button>
          </li>
        ))}
      </ul>
    </section>
  );
}
