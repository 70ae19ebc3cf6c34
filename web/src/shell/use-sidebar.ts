import { useCallback, useEffect, useState } from "react";
import { isTyping } from "../ui/keys.ts";
import { useChangeMe, useMe } from "./me.tsx";

/** Remembered with the person; `[` folds it too. `gives`: the screen wants its room, and it is folded there until somebody opens it. */
export function useSidebar(gives: boolean): { collapsed: boolean; toggle(): void } {
  const me = useMe();
  const [isKept, setKept] = useState(me.preferences.sidebar_collapsed);
  const [isOpened, setOpened] = useState(false);
  const { mutate } = useChangeMe();
  const collapsed = gives ? !isOpened : isKept;
  const toggle = useCallback(() => {
    if (gives) return setOpened(collapsed);
    setKept(!collapsed);
    mutate({ sidebar_collapsed: !collapsed });
  }, [collapsed, gives, mutate]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "[" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event)) toggle();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [toggle]);
  return { collapsed, toggle };
}
