import { calls } from "./calls.ts";
import { events } from "./events.ts";
import { home } from "./home.ts";
import { problems } from "./problems.ts";
import { refusals } from "./refusals.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";
import { timeline } from "./timeline.ts";

export const catalogue = { calls, events, home, problems, refusals, shell, time, timeline };

export const further = {
  access: async () => (await import("./access.ts")).access,
  agents: async () => (await import("./agents.ts")).agents,
  analytics: async () => (await import("./analytics.ts")).analytics,
  answers: async () => (await import("./answers.ts")).answers,
  audit: async () => (await import("./audit.ts")).audit,
  batches: async () => (await import("./batches.ts")).batches,
  compliance: async () => (await import("./compliance.ts")).compliance,
  consents: async () => (await import("./consents.ts")).consents,
  contacts: async () => (await import("./contacts.ts")).contacts,
  docs: async () => (await import("./docs.ts")).docs,
  developers: async () => (await import("./developers.ts")).developers,
  gallery: async () => (await import("./gallery.ts")).gallery,
  history: async () => (await import("./history.ts")).history,
  hours: async () => (await import("./hours.ts")).hours,
  variables: async () => (await import("./variables.ts")).variables,
  knowledge: async () => (await import("./knowledge.ts")).knowledge,
  topics: async () => (await import("./topics.ts")).topics,
  live: async () => (await import("./live.ts")).live,
  mcp: async () => (await import("./mcp.ts")).mcp,
  messages: async () => (await import("./messages.ts")).messages,
  numbers: async () => (await import("./numbers.ts")).numbers,
  palette: async () => (await import("./palette.ts")).palette,
  playground: async () => (await import("./playground.ts")).playground,
  privacy: async () => (await import("./privacy.ts")).privacy,
  publishing: async () => (await import("./publishing.ts")).publishing,
  providers: async () => (await import("./providers.ts")).providers,
  lab: async () => (await import("./lab.ts")).lab,
  refusals: async () => Promise.resolve(refusals),
  settings: async () => (await import("./settings.ts")).settings,
  tests: async () => (await import("./tests.ts")).tests,
  tools: async () => (await import("./tools.ts")).tools,
  voices: async () => (await import("./voices.ts")).voices,
};
