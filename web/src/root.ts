/** What everything is drawn into. Here, so that React is made ready in a piece of its own (`main.ts`). */
import { createRoot } from "react-dom/client";

const place = document.getElementById("root");
if (!place) throw new Error("The page has no #root");

export const root = createRoot(place);
