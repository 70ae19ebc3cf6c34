/** Where one can go and what one can do from the palette: found by its name, by what stands there, and by the other words that people use. */
import { mayActAs, type Me, type Role } from "@ongea/contract";
import { docsPaths, GUIDES, guideTitle } from "../docs/places.ts";
import { paths } from "../paths.ts";
import type { SentenceId, Words } from "../words/index.ts";
import { SCREENS } from "./screens.ts";
import { ON_PAGE, settingsPagesFor } from "./settings-pages.ts";

/** What is done at once, wherever one is. */
export type QuickAction = "theme" | "shortcuts" | "sign_out";

export interface ShellEntry {
  group: string;
  title: string;
  note: string;
  goTo: { path: string } | { deed: QuickAction };
}

interface Findable extends ShellEntry {
  /** By which else it is found: never shown. */
  also: string;
  /** Something to read: shown only to whoever looks for something, behind what can be done. */
  isReading?: boolean;
}

type Task = { title: SentenceId; note: SentenceId; also: SentenceId; path: string; from?: Role };

/** What stands within a screen, or is begun there; `from`: the lowest role that may. */
const TASKS: readonly Task[] = [
  { title: "home.talk", note: "shell.home", also: "palette.talk_words", path: `${paths.home}#talk` },
  {
    title: "home.create_agent",
    note: "shell.setup",
    also: "palette.new_agent_words",
    path: paths.newAgent(),
    from: "agent_manager",
  },
  { title: "palette.buy", note: "shell.numbers", also: "palette.buy_words", path: `${paths.numbers}?open=buy`, from: "admin" },
  { title: "palette.phones", note: "shell.numbers", also: "palette.phones_words", path: `${paths.numbers}#phones` },
  { title: "palette.trunks", note: "shell.numbers", also: "palette.trunks_words", path: `${paths.numbers}#trunks` },
  {
    title: "palette.add_knowledge",
    note: "shell.knowledge",
    also: "palette.add_knowledge_words",
    path: `${paths.knowledge}?open=add`,
    from: "agent_manager",
  },
  {
    title: "palette.new_batch",
    note: "shell.batches",
    also: "palette.new_batch_words",
    path: `${paths.batches}?open=new`,
    from: "agent_manager",
  },
  {
    title: "palette.do_not_call",
    note: "shell.batches",
    also: "palette.do_not_call_words",
    path: `${paths.batches}?open=do-not-call`,
  },
  {
    title: "palette.new_key",
    note: "shell.developers",
    also: "palette.new_key_words",
    path: `${paths.developers}?open=key`,
    from: "admin",
  },
  { title: "palette.after_calls", note: "shell.messages", also: "palette.after_calls_words", path: paths.afterCalls },
  { title: "palette.widgets", note: "shell.developers", also: "palette.widgets_words", path: `${paths.developers}#widgets` },
  { title: "palette.effects", note: "shell.voice_lab", also: "palette.effects_words", path: paths.lab("effects") },
  {
    title: "palette.pronunciation",
    note: "shell.voice_lab",
    also: "palette.pronunciation_words",
    path: paths.lab("pronunciation"),
  },
  { title: "palette.cloning", note: "shell.voice_lab", also: "palette.cloning_words", path: paths.lab("cloning") },
  { title: "settings.rules_title", note: "settings.workspace", also: "palette.rules_words", path: paths.rules },
];
const DEEDS: readonly { deed: QuickAction; title: SentenceId }[] = [
  { deed: "theme", title: "shell.theme" },
  { deed: "shortcuts", title: "palette.shortcuts" },
  { deed: "sign_out", title: "shell.sign_out" },
];

/** The best first; in their own order where nothing is typed. */
export function placesFor(text: string, words: Words, me: Me): ShellEntry[] {
  const wanted = plain(text.trim());
  const all = everything(words, me);
  if (wanted === "") return all.filter(({ isReading }) => !isReading);
  const ranked = all
    .map((place) => ({ place, rank: rankOf(place, wanted) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank);
  // What belongs together stays together, behind its best.
  const groups = [...new Set(ranked.map(({ place }) => place.group))];
  return groups.flatMap((group) => ranked.filter(({ place }) => place.group === group).map(({ place }) => place));
}

function everything(words: Words, me: Me): Findable[] {
  const tasks = words.say("palette.tasks");
  const developers = words.say("shell.developers");
  const docs = words.say("docs.title");
  return [
    ...SCREENS.map(({ path, label, note }) => ({
      group: words.say("shell.search_screens"),
      title: words.say(label),
      note: words.say(note),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every screen has its words, as a test shows
      also: words.say(`palette.${label.slice("shell.".length)}_words` as SentenceId),
      goTo: { path },
    })),
    ...settingsPagesFor(me).map((page) => {
      const title = words.say(`settings.${page}`);
      const headings = ON_PAGE[page].map((heading) => words.say(heading)).filter((heading) => heading !== title);
      return {
        group: words.say("shell.settings"),
        title,
        note: headings.join(", "),
        also: words.say(`palette.${page}_words`),
        goTo: { path: paths.settings(page) },
      };
    }),
    {
      group: developers,
      title: words.say("playground.title"),
      note: words.say("playground.subtitle"),
      also: words.say("palette.playground_words"),
      goTo: { path: paths.playground },
    },
    { group: developers, title: docs, note: "", also: words.say("palette.docs_words"), goTo: { path: paths.docs } },
    ...TASKS.filter(({ from }) => from === undefined || mayActAs(me.workspace.role, from)).map((task) => ({
      group: tasks,
      title: words.say(task.title),
      note: words.say(task.note),
      also: words.say(task.also),
      goTo: { path: task.path },
    })),
    ...DEEDS.map(({ deed, title }) => ({
      group: tasks,
      title: words.say(title),
      note: "",
      also: words.say(`palette.${deed}_words`),
      goTo: { deed },
    })),
    ...GUIDES.map((name) => ({
      group: docs,
      title: words.say(guideTitle(name)),
      note: "",
      also: name,
      goTo: { path: docsPaths.guide(name) },
      isReading: true,
    })),
  ];
}

const NOT_FOUND = 6;

/** The best of what is read comes no nearer than what has the words beside its name. */
const BEST_TO_READ = 2;

function rankOf(place: Findable, wanted: string): number {
  const rank = nearnessOf(place, wanted);
  return place.isReading ? Math.max(BEST_TO_READ, rank) : rank;
}

/** Its name begins so, one of its words is just that, in its name, words that begin so, those letters anywhere. */
function nearnessOf({ title, group, note, also }: Findable, wanted: string): number {
  const name = plain(title);
  if (name.startsWith(wanted)) return 0;
  if (
    plain(also)
      .split(/[,،፣] ?/u)
      .includes(wanted)
  )
    return 1;
  if (name.includes(wanted)) return 2;
  const rest = plain(`${title} ${also} ${note} ${group}`);
  const all = rest.split(/[^\p{L}\p{N}]+/u);
  const typed = wanted.split(/\s+/);
  if (typed.every((one) => all.some((word) => word.startsWith(one)))) return rest.includes(wanted) ? 3 : 4;
  return typed.every((one) => rest.includes(one)) ? 5 : NOT_FOUND;
}

/** As it is typed without a keyboard for it: no accents, tone marks, dots below, or hooks. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter)
    .replaceAll(/[’ʼ]/g, "'");
}

const HOOKED: Readonly<Record<string, string>> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };
