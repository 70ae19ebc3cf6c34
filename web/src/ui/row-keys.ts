import { useCallback } from "react";
import { isTyping } from "./keys.ts";

/** J and K go from row to row, Enter opens (the row's own link): for a list whose rows each hold one `.row-link`. */
export function useRowKeys(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const step = { j: 1, k: -1 }[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const links = [...element.querySelectorAll<HTMLElement>(".row-link")];
      const at = links.findIndex((link) => link === document.activeElement);
      const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step;
      links[next]?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
