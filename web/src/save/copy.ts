// Text to the clipboard. A page that does not come over a safe connection has no clipboard of its own; there the browser's old
// command copies what is selected.

/** Was it copied? */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const held = document.activeElement;
  const box = document.createElement("textarea");
  box.value = text;
  box.readOnly = true;
  box.className = "out-of-sight";
  document.body.append(box);
  box.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    box.remove();
    if (held instanceof HTMLElement) held.focus({ preventScroll: true });
  }
}
