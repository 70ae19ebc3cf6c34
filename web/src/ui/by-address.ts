/** What an address can open or lead to within a screen: `?open=buy`, `#trunks`. */
import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";

/** A dialog: open while the address says so. */
export function useOpened(name: string): [boolean, (open: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (open: boolean): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (open) next.set("open", name);
        else next.delete("open");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.get("open") === name, set];
}

/** A part further down: in sight when the address names it. */
export function useSought(name: string): RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== `#${name}`) return undefined;
    // After the frame has gone to the beginning of the new screen, and again when what stands above has come.
    const look = (): void => part.current?.scrollIntoView({ block: "start" });
    const timers = LOOK_MS.map((ms) => setTimeout(look, ms));
    return () => timers.forEach(clearTimeout);
  }, [hash, key, name]);
  return part;
}

const LOOK_MS = [0, 400] as const;
