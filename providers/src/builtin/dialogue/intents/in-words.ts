import { spokenChoice } from "../forms/choices.ts";
import type { Form } from "../forms/form.ts";
import { type Language, WORDS } from "../world.ts";

/** How a tool is called to its face. */
export function inWords({ tool }: Pick<Form, "tool">, message?: Form): string {
  return tool === message?.tool ? (WORDS.en.leaveMessage ?? "") : spokenChoice(tool);
}

const MOST_WORDS = 11;
/** How a description of a tool says what it does, and how a caller is asked for it. */
const DOES: Readonly<Record<Language, readonly [does: RegExp, asked: (verb: string) => string]>> = {
  en: [/^(\p{Lu}\p{Ll}+)(?= (?:up |out |in )?(?:an?|the|how|when|where|whether|what|\p{L}+) )/u, baseOf],
  sw: [/^(?:I|Hu)na?(\p{Ll}{3,}a)(?= )/u, (verb) => `ku${verb}`],
  fr: [/^(\p{L}{3,})e(?= (?:une?|la|les?|des|du|l['’])[ \p{L}])/u, (verb) => `${verb.toLowerCase()}er`],
};

/** "Books a cake tasting in the studio, after …" → "book a cake tasting in the studio"; undefined where a description says it in another way. */
export function inVerbs({ description }: Pick<Form, "description">, language: Language): string | undefined {
  const [first = ""] = description.split(/[,.;:(]/);
  const [does, asked] = DOES[language];
  const verb = does.exec(first)?.[1];
  if (verb === undefined || first.split(" ").length > MOST_WORDS) return undefined;
  const base = asked(verb);
  return base === "" ? undefined : first.replace(does, base).trim();
}

/** "Books" → "book", "notifies" → "notify", "fetches" → "fetch"; "" where it is no verb of a third person. */
function baseOf(verb: string): string {
  const lower = verb.toLowerCase();
  if (!/[^s]s$/.test(lower)) return "";
  if (lower.endsWith("ies")) return `${lower.slice(0, -3)}y`;
  return /(?:ch|sh|x|z|ss)es$/.test(lower) ? lower.slice(0, -2) : lower.slice(0, -1);
}
