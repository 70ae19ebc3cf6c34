/** Parts of the frame that are fetched when somebody reaches for them, so that the first screen stays light. */
import { cloneElement, type ComponentType, useState } from "react";
import { partLater } from "./part-later.tsx";

export interface Opened {
  trigger: React.ReactElement<React.ComponentProps<"button">>;
  defaultOpen: boolean;
}

/**
 * A button whose menu or popover comes later: fetched when the pointer or the focus reaches the button, opened with the first press. Where it
 * cannot be had, the next press asks again.
 * `load` gives a component that takes the button as its trigger.
 */
export function opensLater(load: () => Promise<ComponentType<Opened>>): ComponentType<{ button: ButtonOf }> {
  const Part = partLater(load, {
    waiting: ({ trigger }) => trigger,
    failed: ({ again }, { trigger }) => cloneElement(trigger, { onClick: again }),
  });
  return function Later({ button }) {
    const [wanted, setWanted] = useState(false);
    const fetchIt = (): void => void load().catch(() => {});
    if (wanted) return <Part trigger={button({})} defaultOpen />;
    return button({ onPointerEnter: fetchIt, onFocus: fetchIt, onClick: () => setWanted(true), "aria-haspopup": true });
  };
}

type ButtonOf = (props: React.ComponentProps<"button">) => Opened["trigger"];
