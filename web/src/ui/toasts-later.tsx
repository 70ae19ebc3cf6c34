import { lazy, Suspense, useEffect, useState } from "react";
import { useToasts } from "./toast.ts";

const Toasts = lazy(async () => ({ default: (await import("./toasts.tsx")).Toasts }));

/** How messages are shown is fetched with the first one, and stays: the region must be there before the next. */
export function ToastsLater(): React.ReactNode {
  const told = useToasts();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (told.length > 0) setWanted(true);
  }, [told]);
  return (
    wanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  );
}
