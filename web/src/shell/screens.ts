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
  screen("/dashboard", "home", "shell.home", "main", true),
  screen("/dashboard/agent-setup", "setup", "shell.setup", "main", false),
  screen("/dashboard/call-history", "history", "shell.history", "main", true),
  screen("/dashboard/phone-numbers", "numbers", "shell.numbers", "main", false),
  screen("/dashboard/knowledge-base", "knowledge", "shell.knowledge", "main", false),
  screen("/dashboard/batches", "batches", "shell.batches", "main", false),
  screen("/dashboard/voice-lab", "voice", "shell.voice_lab", "main", false),
  screen("/dashboard/providers", "providers", "shell.providers", "main", false),
  screen("/dashboard/voices", "voice", "shell.voices", "more", false),
  screen("/dashboard/developers", "developers", "shell.developers", "more", false),
  screen("/dashboard/activity", "history", "shell.activity", "elsewhere", true),
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

function screen(path: string, motif: MotifName, label: Named, place: Screen["place"], open: boolean): Screen {
  return { path, motif, label, note: `${label}_note` as SentenceId, place, open };
}
