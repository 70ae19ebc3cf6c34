/** A table that may be wider than the screen: it slides alone, and says so where there is more of it. */
import { useId } from "react";
import { useWords } from "../words/index.ts";
import { useHidden } from "./use-hidden.ts";

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
