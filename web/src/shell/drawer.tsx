import { Dialog } from "radix-ui";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useWords } from "../words/index.ts";
import { Sidebar } from "./sidebar.tsx";

/** The sidebar from the side where reading begins; it goes when a screen is chosen. */
export function Drawer({ close }: { close: () => void }): React.ReactNode {
  const words = useWords();
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) close();
  }, [pathname, close]);
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="drawer" aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{words.say("shell.menu")}</Dialog.Title>
          <Sidebar />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
