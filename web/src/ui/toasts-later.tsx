import { useEffect, useState } from "react";
import { partLater } from "./part-later.tsx";
import { useToasts } from "./toast.ts";

/** What a server that is away has to say comes when it is back. */
const AGAIN_AFTER_MS = 3_000;
const Toasts = partLater(async () => (await import("./toasts.tsx")).Toasts, {
  failed: ({ again }) => <AgainSoon again={again} />,
});

/** How messages are shown is fetched with the first one, and stays: the region must be there before the next. */
export function ToastsLater(): React.ReactNode {
  const told = useToasts();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (told.length > 0) setWanted(true);
  }, [told]);
  return wanted && <Toasts />;
}

function AgainSoon({ again }: { again: () => void }): null {
  useEffect(() => {
    const timer = setTimeout(again, AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [again]);
  return null;
}
