/** One call of the board that is listened to: another one takes its place. */
import { useEffect, useRef, useState } from "react";
import { listenToCall, type Listening, type ListeningEnd } from "../../call/listening.ts";

export interface ListeningIn {
  /** The call that is heard. */
  at: string | undefined;
  /** Why the last one is not heard any more, where that is worth saying. */
  problem: { id: string; end: Exclude<ListeningEnd, "over"> } | undefined;
  toggle(callId: string): void;
}

export function useListening(): ListeningIn {
  const listening = useRef<Listening>(undefined);
  const [at, setAt] = useState<string>();
  const [problem, setProblem] = useState<ListeningIn["problem"]>();
  useEffect(() => () => listening.current?.stop(), []);
  return {
    at,
    problem,
    toggle(id) {
      listening.current?.stop();
      listening.current = undefined;
      setProblem(undefined);
      if (at === id) return setAt(undefined);
      listening.current = listenToCall(id, (end) => {
        setAt((now) => (now === id ? undefined : now));
        if (end !== "over") setProblem({ id, end });
      });
      setAt(id);
    },
  };
}
