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
  /** It exists: only then is it linked anywhere. */
  open: boolean;
}

export const SCREENS: readonly Screen[] = [
  screen("/dashboard", { motif: "home", label: "shell.home", place: "main", open: true }),
  screen("/dashboard/agent-setup", { motif: "setup", label: "shell.setup", place: "main", open: true }),
  screen("/dashboard/call-history", { motif: "history", label: "shell.history", place: "main", open: true }),
  screen("/dashboard/phone-numbers", { motif: "numbers", label: "shell.numbers", place: "main", open: true }),
  screen("/dashboard/knowledge-base", { motif: "knowledge", label: "shell.knowledge", place: "main", open: true }),
  screen("/dashboard/batches", { motif: "batches", label: "shell.batches", place: "main", open: true }),
  screen("/dashboard/voice-lab", { motif: "voice", label: "shell.voice_lab", place: "main", open: true }),
  screen("/dashboard/providers", { motif: "providers", label: "shell.providers", place: "main", open: true }),
  screen("/dashboard/voices", { motif: "voice", label: "shell.voices", place: "more", open: true }),
  screen("/dashboard/developers", { motif: "developers", label: "shell.developers", place: "more", open: true }),
  screen("/dashboard/activity", { motif: "history", label: "shell.activity", place: "elsewhere", open: true }),
];

export const OPEN_SCREENS = SCREENS.filter((one) => one.open);

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

export function isOpen(path: string): boolean {
  return OPEN_SCREENS.some((one) => one.path === path);
}

/** The current path is the entry's or goes on below it; the home has everything below it, so it counts alone. */
export function isActive(entry: Screen, pathname: string): boolean {
  return pathname === entry.path || (entry.path !== "/dashboard" && pathname.startsWith(`${entry.path}/`));
}

type Named = Extract<SentenceId, `shell.${string}`>;

function screen(path: string, one: Pick<Screen, "motif" | "place" | "open"> & { label: Named }): Screen {
  return { path, ...one, note: `${one.label}_note` as SentenceId };
}
