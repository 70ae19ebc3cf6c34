/** A table that may be wider than the screen: it slides alone, and says so where there is more of it. */
import { useCallback, useId, useState } from "react";
import { useWords } from "../words/index.ts";

interface WideTableProps {
  label: string;
  className?: string;
  children: React.ReactNode;
}

export function WideTable({ label, className = "", children }: WideTableProps): React.ReactNode {
  const words = useWords();
  const hint = useId();
  const { measure, isBefore, isAfter } = useHidden();
  const slides = isBefore || isAfter;
  return (
    <>
      <div className={`wide-table ${isBefore ? "more-before" : ""} ${isAfter ? "more-after" : ""}`}>
        <div
          ref={measure}
          className={`relative overflow-x-auto ${className}`}
          role="region"
          aria-label={label}
          // Some slide up and down as well.
          tabIndex={0}
          {...(slides && { "aria-describedby": hint })}
        >
          {children}
        </div>
      </div>
      {slides && (
        <p id={hint} className="hint m-0 pt-1">
          <span aria-hidden="true">↔ </span>
          {words.say("shell.table_slides")}
        </p>
      )}
    </>
  );
}

/** On which sides there is more than is in sight. */
function useHidden(): {
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
