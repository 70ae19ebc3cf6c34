import { time } from "../time.ts";
import { timeline } from "../timeline.ts";
import { frame } from "./frame.ts";
import { landing } from "./landing.ts";
import { pages } from "./pages.ts";
import { widget } from "./widget.ts";

/** For the pages that are rendered when the product is built; the dashboard does not load it. */
export const siteCatalogue = { frame, landing, pages, time, timeline, widget };
