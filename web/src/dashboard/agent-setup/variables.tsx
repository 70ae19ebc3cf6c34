/** Puts a variable into a prompt or a welcome message; the list comes with the first press. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/index.ts";
import { partLater } from "../../ui/part-later.tsx";

const Menu = partLater(async () => (await import("./variables-menu.tsx")).VariablesMenu, {
  waiting: ({ trigger }) => trigger,
});

interface VariablesProps {
  areaId: string;
  value: string;
  set: (value: string) => void;
}

export function Variables({ areaId, value, set }: VariablesProps): React.ReactNode {
  const words = useWords();
  const [isWanted, setWanted] = useState(false);
  const hadCursor = useRef(false);
  useEffect(() => {
    const area = document.getElementById(areaId);
    const seen = (): void => void (hadCursor.current = true);
    area?.addEventListener("focus", seen);
    return () => area?.removeEventListener("focus", seen);
  }, [areaId]);
  const button = (
    <Button rank="quiet" aria-haspopup="menu" onClick={() => setWanted(true)}>
      {words.say("agents.variables")}
    </Button>
  );
  if (!isWanted) return button;
  return (
    <Menu
      trigger={button}
      label={words.say("agents.variables")}
      areaId={areaId}
      value={value}
      set={set}
      hadCursor={() => hadCursor.current}
    />
  );
}
