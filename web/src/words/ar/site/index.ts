import { time } from "../time.ts";
import { timeline } from "../timeline.ts";
import { frame } from "./frame.ts";
import { landing } from "./landing.ts";
import { pages } from "./pages.ts";
import { widget } from "./widget.ts";

export const siteCatalogue = { frame, landing, pages, time, timeline, widget };
