/** What everything is drawn into. Here, so that React is made ready in a piece of its own (`main.ts`). */
import { createRoot } from "react-dom/client";

export const root = createRoot(document.getElementById("root")!);
