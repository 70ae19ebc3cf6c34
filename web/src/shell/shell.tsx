/** The frame around every screen of the dashboard: sidebar, header, notices, and the screen itself. */
import { Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import "../call/going-back.ts";
import { LiveCalls } from "../call/live-calls.tsx";
import { OwnCallHolder, useOwnCall } from "../call/own-call.tsx";
import { paths } from "../paths.ts";
import { Loading } from "../ui/loaded.tsx";
import { useWords } from "../words/index.ts";
import { DemoNotice } from "./demo-notice.tsx";
import { ClaimDemo } from "./claim-demo.tsx";
import { Caught } from "./caught.tsx";
import { Guard } from "./guard.tsx";
import { Header } from "./header.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useSidebar } from "./use-sidebar.ts";
import { partLater } from "../ui/part-later.tsx";

export function Shell(): React.ReactNode {
  return (
    <Guard waiting={<Waiting />}>
      <LiveCalls>
        <OwnCallHolder>
          <Frame />
        </OwnCallHolder>
      </LiveCalls>
    </Guard>
  );
}

function Frame(): React.ReactNode {
  const words = useWords();
  const { pathname, search } = useLocation();
  const sidebar = useSidebar(isEditor(pathname));
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  // A new screen is announced: the focus goes to its beginning.
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={sidebar.collapsed ? "app narrow" : "app"}>
      <a className="skip" href="#content">
        {words.say("shell.skip")}
      </a>
      <Sidebar collapsed={sidebar.collapsed} toggle={sidebar.toggle} />
      <div className="column">
        <Header />
        <OfflineNotice />
        <DemoNotice />
        {search === "?claim=demo" && <ClaimDemo />}
        <main className="page" id="content" tabIndex={-1} ref={main}>
          <Caught key={pathname}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </Caught>
        </main>
        <BarOfCall />
      </div>
    </div>
  );
}

/** Of an agent: its settings need the room. */
function isEditor(pathname: string): boolean {
  return pathname.startsWith(`${paths.agents}/`);
}

const CallBar = partLater(async () => (await import("../call/call-bar.tsx")).CallBar);
const AskBeforeBack = partLater(async () => (await import("../call/ask-before-back.tsx")).AskBeforeBack);

function BarOfCall(): React.ReactNode {
  const { view, isBusy, hangUp } = useOwnCall();
  if (view.state === "idle") return null;
  return (
    <>
      <CallBar />
      {isBusy && <AskBeforeBack hangUp={hangUp} />}
    </>
  );
}

/** The frame without anything that depends on who is here. */
function Waiting(): React.ReactNode {
  return (
    <div className="app">
      <aside className="side" />
      <div className="column">
        <header className="top" />
        <main className="page">
          <Loading rows={3} />
        </main>
      </div>
    </div>
  );
}
