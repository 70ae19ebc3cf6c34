/** Begins a call from this browser. The focus goes on to the bar of the call, and comes back here when it is over. */
import { useEffect, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { isFocusLost } from "./focus.ts";
import { useOwnCall } from "./own-call.tsx";

interface CallButtonProps {
  agent: { id: string; name: string; isDraft?: boolean };
  /** Where the words of the call are shown. */
  place: string;
  rank?: "first" | "plain";
  disabled: boolean;
  /** Not there while its call runs, instead of not to be pressed. */
  givesWay?: boolean;
  /** What it is called, where what it shows does not say whom it calls. */
  label?: string;
  children: React.ReactNode;
}

export function CallButton({ agent, place, disabled, label, children, ...rest }: CallButtonProps): React.ReactNode {
  const { rank = "first", givesWay = false } = rest;
  const own = useOwnCall();
  const button = useRef<HTMLButtonElement>(null);
  const isHere = own.isBusy && own.place === place;
  const wasHere = useRef(false);
  useEffect(() => {
    if (wasHere.current && !isHere && isFocusLost()) button.current?.focus();
    wasHere.current = isHere;
  }, [isHere]);
  if (givesWay && isHere) return null;
  return (
    <Button
      ref={button}
      rank={rank}
      icon="phone"
      disabled={disabled || own.isBusy}
      onClick={() => own.start(agent, place)}
      aria-label={label}
    >
      {children}
    </Button>
  );
}
