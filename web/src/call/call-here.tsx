import { useOwnCall } from "./own-call.tsx";
import { partLater } from "../ui/part-later.tsx";

const CallPanel = partLater(async () => (await import("./call-panel.tsx")).CallPanel);

/** The call that was begun at this place; nothing while there is none. */
export function CallHere({ place }: { place: string }): React.ReactNode {
  const own = useOwnCall();
  if (own.place !== place || own.view.state === "idle") return null;
  return <CallPanel own={own} />;
}
