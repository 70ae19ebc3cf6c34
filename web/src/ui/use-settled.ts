/** A value as it was when nobody had changed it for a moment: what is asked of the server while somebody types. */
import { useEffect, useState } from "react";

const SETTLED_MS = 600;

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
