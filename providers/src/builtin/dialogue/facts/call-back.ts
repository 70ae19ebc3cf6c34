/** When a colleague calls back, as a prompt tells it: to its callers, or to whoever answers them. Pure, data by language. */
import type { Fact } from "./facts.ts";

const PROMISED =
  /\b(?:calls?|called|phones?|rings?) (?:you |them |him |her |people |callers |customers )?back\b.*\b(?:within|in|before|by|the (?:same|next)|hours?|days?)\b|\brappel\p{L}+ (?:dans|avant|sous)\b|\b(?:anapiga|watapiga|tunapiga|atapiga)\p{L}* .*\b(?:ndani ya|kabla)\b/iu;
const LONGEST_PROMISE = 160;

/** "Mr. Okello" and "Bi. Zuhura" end no sentence. */
const WHOM = String.raw`(?<whom>(?:[^,.;:]|(?<=\b(?:Mr|Mrs|Ms|Dr|Bi|Bw|Dk|M|Mme))\.)+(?:, (?:the |Bi\. |Bw\. |le |la )?[^,.;:]+?)??)`;

interface Words {
  /** Of an order to whoever answers: `whom` takes the message, `when` they call. */
  order: RegExp;
  /** What callers ask. */
  question: string;
  say: (whom: string | undefined, when: string) => string;
}

const WHEN = String.raw`(?<when>(?:on )?(?:the|that) (?:same|next|following|very)\b[^,.;]*|(?:within|in|by|before|after) (?:the |an? )?[^,.;]*?(?:minutes?|hours?|days?|weeks?|noon|midday|evening|morning|o'clock|\d)[^,.;]*|tomorrow[^,.;]*)`;

const WORDS: Readonly<Record<"en" | "sw" | "fr", Words>> = {
  en: {
    order: new RegExp(
      String.raw`\b(?:message|complaint|note|word)\b[^.;]*?(?:\b(?:for|to|with) ${WHOM},? (?:who|and (?:he|she|they))|[,;:] ?(?:and )?(?:he|she|they|we|somebody|someone|a colleague)) (?:will |then )?(?:rings?|calls?|phones?)(?: (?:them|people|you|callers|him|her))?(?: back)? ${WHEN}`,
      "iu",
    ),
    question: "When will they call me back, when will you ring me?",
    say: (whom, when) => (whom === undefined ? `You will be called back ${when}.` : `${whom} will call you back ${when}.`),
  },
  sw: {
    order: new RegExp(
      String.raw`\bujumbe kwa ${WHOM},? (?:naye|nao|ambaye|na yeye) (?:hu|ata|wata|ana)(?:ku|m|wa)?pig\p{L}*(?: simu)? (?<when>siku (?:ya pili|hiyo|inayofuata)[^,.;]*|(?:ndani ya|kabla ya|baada ya) [^,.;]+|kesho[^,.;]*)`,
      "iu",
    ),
    question: "Atanipigia simu lini, mtanipigia lini?",
    say: (whom, when) => (whom === undefined ? `Utapigiwa simu ${when}.` : `${whom} atakupigia simu ${when}.`),
  },
  fr: {
    order: new RegExp(
      String.raw`\bmessage (?:à|pour|au) ${WHOM},? (?:qui|il|elle|et (?:il|elle)) rappelle(?:ra)?(?: les gens| tout le monde)? (?<when>(?:le|la|dans|sous|avant|après|demain|en)\b[^,.;]*)`,
      "iu",
    ),
    question: "Quand est-ce qu'on me rappelle, quand me rappelez-vous ?",
    say: (whom, when) => (whom === undefined ? `On vous rappellera ${when}.` : `${whom} vous rappellera ${when}.`),
  },
};

/** A sentence of the facts, or one that is made of what the agent is told to do with messages; `undefined`: nothing is said of it. */
export function callBackIn(instructions: string, facts: readonly Fact[]): Fact | undefined {
  const promised = facts.find(
    ({ text, source }) => source === undefined && PROMISED.test(text) && text.length <= LONGEST_PROMISE,
  );
  if (promised) return promised;
  for (const { order, question, say } of Object.values(WORDS)) {
    const { whom, when = "" } = order.exec(instructions)?.groups ?? {};
    if (when !== "") return { text: say(whom && named(whom.trim()), when.trim()), question };
  }
  return undefined;
}

/** "Mama Neema, the head tailor," before what is said of her. */
function named(whom: string): string {
  return `${whom.charAt(0).toUpperCase()}${whom.slice(1)}${whom.includes(",") ? "," : ""}`;
}
