import { problems } from "./problems.ts";
import { refusals } from "./refusals.ts";
import { time } from "./time.ts";
import { weave } from "./weave.ts";

export const catalogue = { problems, refusals, time, weave };
