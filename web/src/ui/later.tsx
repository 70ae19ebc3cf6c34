/** Parts of the frame that are fetched when somebody reaches for them, so that the first screen stays light. */
import { type ComponentType, lazy, Suspense, useState } from "react";

export interface Opened {
  trigger: React.ReactElement;
  defaultOpen: boolean;
}

/**
 * A button whose menu or popover comes later: fetched when the pointer or the focus reaches the button, opened with the first press.
 * `load` gives a component that takes the button as its trigger.
 */
export function opensLater(load: () => Promise<{ default: ComponentType<Opened> }>): ComponentType<{ button: ButtonOf }> {
  const Part = lazy(load);
  return function Later({ button }) {
    const [wanted, setWanted] = useState(false);
    const fetchIt = (): void => void load().catch(() => {});
    const waiting = button({ onPointerEnter: fetchIt, onFocus: fetchIt, onClick: () => setWanted(true), "aria-haspopup": true });
    if (!wanted) return waiting;
    return (
      <Suspense fallback={waiting}>
        <Part trigger={button({})} defaultOpen />
      </Suspense>
    );
  };
}

type ButtonOf = (props: React.ComponentProps<"button">) => React.ReactElement;
