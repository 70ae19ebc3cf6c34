import { lazy, Suspense, useEffect, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { useWords } from "../words/index.ts";

const load = async () => ({ default: (await import("./palette.tsx")).Palette });
const Palette = lazy(load);
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the palette; so does Ctrl-K or Cmd-K, anywhere. */
export function SearchBox(): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const fetchIt = (): void => void load().catch(() => {});
  return (
    <>
      <button
        type="button"
        className="search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={fetchIt}
        onFocus={fetchIt}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className="grow">{words.say("shell.search")}</span>
        <kbd aria-hidden="true">{IS_MAC ? "⌘ K" : "Ctrl K"}</kbd>
      </button>
      {open && (
        <Suspense>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
