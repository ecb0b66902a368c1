// The menu that saves what is on the screen.
import { useWords } from "../state/taste";

export interface Saving {
  readonly name: string;
  readonly save: () => void;
}

export function SaveMenu({ items }: { items: readonly Saving[] }) {
  const words = useWords();
  return (
    <details
      class="menu"
      onKeyDown={(e) => {
        if (e.key !== "Escape") return;
        e.currentTarget.open = false;
        e.currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary class="button">{words.save}</summary>
      <ul class="plain">
        {items.map((item) => (
          <li key={item.name}>
            <button
              type="button"
              class="quiet"
              onClick={(e) => {
                item.save();
                const menu = e.currentTarget.closest("details");
                if (menu) menu.open = false;
              }}
            >
              {item.name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
