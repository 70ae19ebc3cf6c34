/** The one call that this browser holds: it goes on while its member walks from screen to screen, and ends with the page. */
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BrowserCall } from "./browser-call.ts";
import { type BrowserCallView, IDLE } from "./call-view.ts";
import { memberCallSetup } from "./member-call-setup.ts";
import { type LiveJournal, useJournal } from "./use-journal.ts";

interface Called {
  id: string;
  name: string;
  /** As its draft has it. */
  isDraft?: boolean;
}

export interface OwnCall {
  view: BrowserCallView;
  /** It connects or is live: no other can be begun. */
  isBusy: boolean;
  agentName: string;
  journal: LiveJournal;
  /** When it was connected, on the page's own clock (`performance.now()`). */
  liveSinceMs: number | undefined;
  /** Where it was begun: its words are shown there. */
  place: string;
  /** Nobody looks at its words just now. */
  isAlone: boolean;
  start(agent: Called, place: string): void;
  say(text: string): Promise<void>;
  press(digit: string): void;
  mute(isMuted: boolean): void;
  hangUp(): void;
  /** An ended call is looked at no longer. */
  forget(): void;
  /** Somebody looks at its words, until the returned function is called. */
  watch(): () => void;
}

const OwnCallContext = createContext<OwnCall | undefined>(undefined);

export function useOwnCall(): OwnCall {
  const own = use(OwnCallContext);
  if (!own) throw new Error("No frame holds a call here");
  return own;
}

export function OwnCallHolder({ children }: { children: React.ReactNode }): React.ReactNode {
  const [view, setView] = useState(IDLE);
  const [called, setCalled] = useState({ agentName: "", place: "" });
  const [liveSinceMs, setLiveSince] = useState<number>();
  const [watchers, setWatchers] = useState(0);
  const call = useRef<BrowserCall>(undefined);
  /** Counts what was last wanted: to call, or to hang up. */
  const wanted = useRef(0);
  const journal = useJournal(view.callId);
  const isBusy = view.state === "connecting" || view.state === "live";

  const start = useCallback(({ id, name, isDraft = false }: Called, place: string): void => {
    setCalled({ agentName: name, place });
    setView({ ...IDLE, state: "connecting" });
    const mine = ++wanted.current;
    begin(call, setView).then(
      (begun) => (mine === wanted.current ? begun.start(id, { isDraft }) : undefined),
      (error: Error) => {
        if (mine === wanted.current) setView({ ...IDLE, state: "ended", problem: error });
      },
    );
  }, []);
  const acts = useMemo(
    () => ({
      start,
      say: async (text: string) => call.current?.say(text),
      press: (digit: string) => call.current?.press(digit),
      mute: (isMuted: boolean) => call.current?.mute(isMuted),
      hangUp: (how?: { isLeaving: boolean }) => {
        wanted.current++;
        setView(IDLE);
        void call.current?.hangUp(how);
      },
      forget: () => (call.current ? call.current.forget() : setView(IDLE)),
      watch: () => {
        setWatchers((count) => count + 1);
        return () => setWatchers((count) => count - 1);
      },
    }),
    [start],
  );

  useEffect(() => setLiveSince(view.state === "live" ? performance.now() : undefined), [view.state]);
  useEffect(() => {
    if (journal.closed && view.callId !== undefined) call.current?.ended(view.callId);
  }, [journal.closed, view.callId]);
  // Nothing is left to be said of a call that ended as calls do, and nobody looks at it.
  useEffect(() => {
    if (view.state === "ended" && watchers === 0 && view.problem === undefined) acts.forget();
  }, [view, watchers, acts]);
  useLeaving(isBusy, acts.hangUp);
  useEscape(view.state === "connecting", acts.hangUp);

  const own = useMemo(
    () => ({ view, isBusy, ...called, journal, liveSinceMs, isAlone: watchers === 0, ...acts }),
    [view, isBusy, called, journal, liveSinceMs, watchers, acts],
  );
  return <OwnCallContext value={own}>{children}</OwnCallContext>;
}

/** The program of a call comes when the first one is made. */
async function begin(
  call: React.RefObject<BrowserCall | undefined>,
  show: (view: BrowserCallView) => void,
): Promise<BrowserCall> {
  const { BrowserCall } = await import("./browser-call.ts");
  call.current ??= new BrowserCall(() => call.current && show(call.current.view), memberCallSetup);
  return call.current;
}

/** While it connects, Escape gives it up; a dialog or a menu that is open takes that key first. */
function useEscape(isConnecting: boolean, hangUp: () => void): void {
  useEffect(() => {
    if (!isConnecting) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented) hangUp();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isConnecting, hangUp]);
}

/** Whoever leaves the page is warned first, and the call ends with it. */
function useLeaving(isBusy: boolean, hangUp: (how?: { isLeaving: boolean }) => void): void {
  useEffect(() => {
    const leave = (): void => hangUp({ isLeaving: true });
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      hangUp();
    };
  }, [hangUp]);
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: Event): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isBusy]);
}
