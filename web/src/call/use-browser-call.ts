import { useEffect, useReducer, useState } from "react";
import { BrowserCall } from "./browser-call.ts";
import { memberWays } from "./member-ways.ts";

/** The one call that this page can hold. */
export function useBrowserCall(): BrowserCall {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [call] = useState(() => new BrowserCall(() => redraw(), memberWays));
  useEffect(() => () => void (call.view.state === "live" && call.hangUp()), [call]);
  return call;
}
