/** Whoever goes elsewhere with changes that are not saved is asked; they are kept in the tab in any case. */
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useWords } from "../../words/index.ts";

export function Leaving({ isDirty }: { isDirty: boolean }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const [to, setTo] = useState<string>();
  useEffect(() => {
    if (!isDirty) return undefined;
    const onClick = (event: MouseEvent): void => {
      const place = placeOf(event);
      if (place === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(place);
    };
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("click", onClick, { capture: true });
    addEventListener("beforeunload", onUnload);
    return () => {
      removeEventListener("click", onClick, { capture: true });
      removeEventListener("beforeunload", onUnload);
    };
  }, [isDirty]);
  const leave = (): void => {
    setTo(undefined);
    void goTo(to ?? "");
  };
  return (
    <Dialog
      open={to !== undefined}
      onOpenChange={() => setTo(undefined)}
      title={words.say("agents.leave")}
      description={words.say("agents.leave_note")}
    >
      <div className="flex flex-wrap gap-2">
        <Button onClick={leave}>{words.say("agents.leave_act")}</Button>
        <Button rank="first" onClick={() => setTo(undefined)}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Another screen that a plain click on a link leads to. */
function placeOf(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target !== "" || link.origin !== location.origin || link.pathname === location.pathname) return undefined;
  return link.pathname.startsWith("/dashboard") ? link.pathname + link.search : undefined;
}
