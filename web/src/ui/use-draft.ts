import { useState } from "react";

/** What is typed survives a reload and a detour, for this tab. Never for secrets. */
export function useDraft(name: string, first = ""): [string, (text: string) => void, () => void] {
  const key = `draft:${name}`;
  const [text, setText] = useState(() => read(key) ?? first);
  const write = (next: string): void => {
    setText(next);
    try {
      sessionStorage.setItem(key, next);
    } catch {
      // Then it lives as long as the page.
    }
  };
  const forget = (): void => {
    setText(first);
    sessionStorage.removeItem(key);
  };
  return [text, write, forget];
}

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
