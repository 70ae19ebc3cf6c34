import { problems } from "./problems.ts";
import { refusals } from "./refusals.ts";
import { time } from "./time.ts";

export const catalogue = { problems, refusals, time };
