/** The frame around every screen of the dashboard. */
import { readStatus } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { NavLink, Outlet, useLocation } from "react-router";
import { useLive } from "../call/live-calls.tsx";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { Icon, Motif } from "../ui/icon.tsx";
import { Mark } from "../weave/mark.tsx";

export function Shell(): React.ReactNode {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="app">
      <Sidebar />
      <div>
        <header className="top">
          <Dialog.Root open={open} onOpenChange={setOpen}>
            <Dialog.Trigger className="button quiet square burger" aria-label="Menu">
              <Icon name="menu" />
            </Dialog.Trigger>
            <Dialog.Portal>
              <Dialog.Overlay className="scrim" />
              <Dialog.Content className="drawer" aria-describedby={undefined}>
                <Dialog.Title className="visually-hidden">Menu</Dialog.Title>
                <Sidebar />
              </Dialog.Content>
            </Dialog.Portal>
          </Dialog.Root>
          <span className="grow" />
          <ApiStatus />
          <ThemeSwitch />
        </header>
        <main className="page">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function Sidebar(): React.ReactNode {
  return (
    <aside className="side">
      <a className="brand" href="/">
        <Mark />
        <span>Ongea</span>
      </a>
      <nav aria-label="Screens">
        <NavLink to={paths.home} end>
          <Motif name="home" />
          <span>Dashboard</span>
          <small>Talk to your assistants</small>
        </NavLink>
        <NavLink to={paths.history}>
          <Motif name="history" />
          <span>Conversation History</span>
          <small>View past conversations</small>
        </NavLink>
      </nav>
      <SpeechNote />
    </aside>
  );
}

function ApiStatus(): React.ReactNode {
  const { connected } = useLive();
  return (
    <span className={connected ? "status good" : "status bad"}>{connected ? "API Status: Healthy" : "API Status: Offline"}</span>
  );
}

const DOES: Record<string, string> = {
  ears: "Hears with",
  voice: "Speaks with",
  mind: "Thinks with",
  "end of turn": "Takes turns with",
};

/** Which ears, voice and mind answer, and what better ones would cost to fetch: nothing is fetched unasked. */
function SpeechNote(): React.ReactNode {
  const { data } = useQuery({ queryKey: ["status"], queryFn: () => server.call(readStatus) });
  if (!data) return null;
  return (
    <div className="more hint grid gap-2">
      <ul className="grid gap-1">
        {data.speech.map(({ part, name, ready, note }) => (
          <li key={part}>
            {DOES[part]} {name}
            {!ready && " (missing)"}
            {note && `. ${note}`}
          </li>
        ))}
      </ul>
      {data.offers.length > 0 && (
        <details>
          <summary>Better ears and voice</summary>
          <ul className="grid gap-2 py-2">
            {data.offers.map(({ id, megabytes, improves }) => (
              <li key={id}>
                {improves.replace(/\.$/, "")}, {megabytes} MB:
                <br />
                <code className="code">npm run models -- pull {id}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function ThemeSwitch(): React.ReactNode {
  const toggle = (): void => {
    const dark = document.documentElement.dataset["theme"] === "dark";
    if (dark) delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = "dark";
    localStorage.setItem("theme", dark ? "light" : "dark");
  };
  return (
    <button type="button" className="button quiet square" aria-label="Light or dark" onClick={toggle}>
      <Icon name="sun" />
    </button>
  );
}
