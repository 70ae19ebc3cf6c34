/** Every screen of the dashboard, once: its place in the sidebar, its words, its old short address. */
import type { MotifName } from "../ui/icon.tsx";
import type { SentenceId } from "../words/index.ts";

export interface Screen {
  path: string;
  motif: MotifName;
  label: SentenceId;
  note: SentenceId;
  /** Among the sidebar's entries, below them, or reached from elsewhere. */
  place: "main" | "more" | "elsewhere";
}

export const SCREENS: readonly Screen[] = [
  screen("/dashboard", { motif: "home", label: "shell.home", place: "main" }),
  screen("/dashboard/agent-setup", { motif: "setup", label: "shell.setup", place: "main" }),
  screen("/dashboard/live", { motif: "live", label: "shell.live", place: "main" }),
  screen("/dashboard/call-history", { motif: "history", label: "shell.history", place: "main" }),
  screen("/dashboard/analytics", { motif: "analytics", label: "shell.analytics", place: "main" }),
  screen("/dashboard/contacts", { motif: "contacts", label: "shell.contacts", place: "main" }),
  screen("/dashboard/messages", { motif: "messages", label: "shell.messages", place: "main" }),
  screen("/dashboard/phone-numbers", { motif: "numbers", label: "shell.numbers", place: "main" }),
  screen("/dashboard/knowledge-base", { motif: "knowledge", label: "shell.knowledge", place: "main" }),
  screen("/dashboard/batches", { motif: "batches", label: "shell.batches", place: "main" }),
  screen("/dashboard/voice-lab", { motif: "voice", label: "shell.voice_lab", place: "main" }),
  screen("/dashboard/providers", { motif: "providers", label: "shell.providers", place: "main" }),
  screen("/dashboard/voices", { motif: "voices", label: "shell.voices", place: "more" }),
  screen("/dashboard/developers", { motif: "developers", label: "shell.developers", place: "more" }),
  screen("/dashboard/compliance", { motif: "compliance", label: "shell.compliance", place: "more" }),
  screen("/dashboard/activity", { motif: "history", label: "shell.activity", place: "elsewhere" }),
];

/** Old short addresses (specification 2.6). */
export const LEGACY_PATHS = [
  "/agent-setup",
  "/providers",
  "/developers",
  "/voices",
  "/voice-lab",
  "/knowledge-base",
  "/phone-numbers",
  "/call-history",
  "/batches",
] as const;

/** The current path is the entry's or goes on below it; the home has everything below it, so it counts alone. */
export function isActive(entry: Screen, pathname: string): boolean {
  return pathname === entry.path || (entry.path !== "/dashboard" && pathname.startsWith(`${entry.path}/`));
}

type Named = Extract<SentenceId, `shell.${string}`>;

function screen(path: string, one: Pick<Screen, "motif" | "place"> & { label: Named }): Screen {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every screen has its note, as a test shows
  return { path, ...one, note: `${one.label}_note` as SentenceId };
}
