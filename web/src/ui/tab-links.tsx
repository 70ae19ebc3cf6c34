import { useCallback, useEffect, useRef } from "react";
import { Link } from "react-router";
import { useHidden } from "./use-hidden.ts";

interface Tab {
  to: string;
  label: string;
  chosen: boolean;
}

/** Tabs that are places: each has an address, so it can be kept, sent and gone back to. Where there are more than fit, their row fades. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }): React.ReactNode {
  const row = useRef<HTMLElement>(null);
  const { measure, isBefore, isAfter } = useHidden();
  const attach = useCallback(
    (element: HTMLElement | null) => {
      row.current = element;
      return measure(element);
    },
    [measure],
  );
  const chosen = tabs.findIndex((tab) => tab.chosen);
  useEffect(() => {
    const [outer, inner] = [row.current, row.current?.children[chosen]];
    if (!outer || !inner) return;
    // Letters come late, and telephones are turned.
    const observer = new ResizeObserver(() => showIn(outer, inner));
    for (const one of [outer, inner]) observer.observe(one);
    return () => observer.disconnect();
  }, [chosen]);
  return (
    <nav className={`tabs ${isBefore ? "more-before" : ""} ${isAfter ? "more-after" : ""}`} aria-label={label} ref={attach}>
      {tabs.map(({ to, label: name, chosen: isChosen }) => (
        <Link key={to} to={to} {...(isChosen ? { "aria-current": "page" as const } : {})}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Where not all tabs have room, the chosen one is brought to the middle of their row; the page itself does not move. */
function showIn(row: Element, tab: Element): void {
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
