import { useCallback, useState } from "react";

/** The width that is there, for a strip that is never scaled: whole picks, and never less than `leastPx` (it slides then). */
export function useWidth(
  pick: number,
  leastPx: number,
): { width: number; measure: (element: HTMLElement | null) => (() => void) | undefined } {
  const [width, setWidth] = useState(leastPx);
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const observer = new ResizeObserver(
        ([entry]) => entry && setWidth(Math.max(leastPx, Math.floor(entry.contentRect.width / pick) * pick)),
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [pick, leastPx],
  );
  return { width, measure };
}
