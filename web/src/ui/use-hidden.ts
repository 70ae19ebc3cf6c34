import { useCallback, useState } from "react";

/** On which sides there is more than is in sight. */
export function useHidden(): {
  measure: (element: HTMLElement | null) => (() => void) | undefined;
  isBefore: boolean;
  isAfter: boolean;
} {
  const [hidden, setHidden] = useState({ isBefore: false, isAfter: false });
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const look = (): void => {
      // From right to left the distance is negative.
      const slidPx = Math.abs(element.scrollLeft);
      const isBefore = slidPx > 1;
      const isAfter = element.scrollWidth - element.clientWidth - slidPx > 1;
      setHidden((now) => (now.isBefore === isBefore && now.isAfter === isAfter ? now : { isBefore, isAfter }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // Rows that come later may be wider.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  return { measure, ...hidden };
}
