import { access } from "./access.ts";
import { agents } from "./agents.ts";
import { calls } from "./calls.ts";
import { events } from "./events.ts";
import { home } from "./home.ts";
import { knowledge } from "./knowledge.ts";
import { problems } from "./problems.ts";
import { refusals } from "./refusals.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";
import { weave } from "./weave.ts";

export const catalogue = { access, agents, calls, events, home, knowledge, problems, refusals, settings, shell, time, weave };
