import { problems } from "./problems.ts";
import { time } from "./time.ts";

export const catalogue = { problems, time };
