import { useCallback, useEffect, useState } from "react";
import { isTyping } from "../ui/keys.ts";
import { useChangeMe, useMe } from "./me.tsx";

/** Remembered with the person; `[` folds it too. */
export function useSidebar(): { collapsed: boolean; toggle(): void } {
  const me = useMe();
  const [collapsed, setCollapsed] = useState(me.preferences.sidebar_collapsed);
  const { mutate } = useChangeMe();
  const toggle = useCallback(() => {
    setCollapsed(!collapsed);
    mutate({ sidebar_collapsed: !collapsed });
  }, [collapsed, mutate]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "[" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event)) toggle();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [toggle]);
  return { collapsed, toggle };
}
