/**
 * Going back or forward out of the dashboard would end the call that this browser holds. To another page the browser itself asks; within this one,
 * as to the documentation or to where one signed in, nobody would.
 */
import { useEffect, useRef, useState } from "react";
import { matchPath, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { Confirm } from "../ui/dialog.tsx";
import { useWords } from "../words/index.ts";
import { askFirst } from "./going-back.ts";

export function AskBeforeBack({ hangUp }: { hangUp: () => void }): React.ReactNode {
  const words = useWords();
  const location = useLocation();
  const here = useRef(NaN);
  /** How far in the history somebody wanted to go. */
  const [steps, setSteps] = useState<number>();
  useEffect(() => {
    here.current = placeIn(history.state);
  }, [location]);
  useEffect(
    () =>
      askFirst((event) => {
        const wanted = placeIn(event.state) - here.current;
        if (holdsCall(globalThis.location.pathname) || !(Math.abs(wanted) > 0)) return;
        event.stopImmediatePropagation();
        history.go(-wanted);
        setSteps(wanted);
      }),
    [],
  );
  return (
    <Confirm
      open={steps !== undefined}
      onOpenChange={() => setSteps(undefined)}
      title={words.say("calls.leave")}
      act={words.say("calls.hang_up")}
      onConfirm={() => {
        hangUp();
        history.go(steps);
      }}
    />
  );
}

/** The router numbers the entries of the history. */
function placeIn(state: unknown): number {
  return typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : NaN;
}

function holdsCall(pathname: string): boolean {
  return matchPath(`${paths.home}/*`, pathname) !== null || matchPath(paths.playground, pathname) !== null;
}
