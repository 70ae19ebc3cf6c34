import { calls } from "./calls.ts";
import { events } from "./events.ts";
import { home } from "./home.ts";
import { problems } from "./problems.ts";
import { refusals } from "./refusals.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";
import { weave } from "./weave.ts";

export const catalogue = { calls, events, home, problems, refusals, shell, time, weave };

export const further = {
  access: async () => (await import("./access.ts")).access,
  agents: async () => (await import("./agents.ts")).agents,
  audit: async () => (await import("./audit.ts")).audit,
  batches: async () => (await import("./batches.ts")).batches,
  docs: async () => (await import("./docs.ts")).docs,
  developers: async () => (await import("./developers.ts")).developers,
  history: async () => (await import("./history.ts")).history,
  knowledge: async () => (await import("./knowledge.ts")).knowledge,
  numbers: async () => (await import("./numbers.ts")).numbers,
  palette: async () => (await import("./palette.ts")).palette,
  playground: async () => (await import("./playground.ts")).playground,
  providers: async () => (await import("./providers.ts")).providers,
  lab: async () => (await import("./lab.ts")).lab,
  refusals: async () => Promise.resolve(refusals),
  settings: async () => (await import("./settings.ts")).settings,
  tools: async () => (await import("./tools.ts")).tools,
  voices: async () => (await import("./voices.ts")).voices,
};
