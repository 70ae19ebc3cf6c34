import { problems } from "./problems.ts";
import { time } from "./time.ts";
import { weave } from "./weave.ts";

export const catalogue = { problems, time, weave };
