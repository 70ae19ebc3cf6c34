import { type RefObject, useEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { isTyping } from "../ui/keys.ts";
import { useWords } from "../words/index.ts";
import { partLater } from "../ui/part-later.tsx";

const load = async () => (await import("./palette.tsx")).Palette;
const Palette = partLater(load, { waiting: ({ first, close }) => <Typing typed={first} close={close} /> });
const Shortcuts = partLater(async () => (await import("./shortcuts.tsx")).Shortcuts);
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the palette; so does Ctrl-K or Cmd-K, anywhere. A question mark opens the list of shortcuts. */
export function SearchBox(): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const [lists, setLists] = useState(false);
  const typed = useRef("");
  const close = (): void => {
    typed.current = "";
    setOpen(false);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "?" && !isTyping(event)) setLists(true);
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
      {open && <Palette first={typed} close={close} lists={() => setLists(true)} />}
      {lists && <Shortcuts close={() => setLists(false)} />}
    </>
  );
}

/** Keeps what is typed while the palette is on its way; it begins with that. */
function Typing({ typed, close }: { typed: RefObject<string>; close: () => void }): React.ReactNode {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") close();
      else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [typed, close]);
  return null;
}
