/** What a prompt tells the agent to do when something happens: "If somebody is upset, say sorry first." */
import { type Clause, clausesOf } from "./clauses.ts";

export interface Situation {
  /** When it holds, in the prompt's words. */
  when: string;
  /** What is told to the caller then, made fit to be said. */
  says: readonly string[];
  /** Regret comes first. */
  isSorry: boolean;
  takesMessage: boolean;
  endsCall: boolean;
  /** It forbids to answer. */
  isBanned: boolean;
}

/** "If now is a bad time ask when to call" has no comma. */
const ORDERS_WITHIN = /\s(?:ask|tell|say|offer|take a message|note|excuse) /i;
const SORRY = /\b(?:sorry|apologi[sz]e|excuse yourself|regret|pole|samahani|radhi|excusez|désolée?|pardon)\b/i;
const MESSAGE = /\b(?:message|ujumbe|calls? (?:you |them |him |her )?back|note (?:the|their|his|her) (?:name|number))\b/i;
const ENDS = /\b(?:end (?:the call|politely)?|hang up|let (?:him|her|them) go|say goodbye|mwage|terminez)\b\.?$/i;
const WHOM = "(?:him|her|them|the (?:caller|customer|person|patient|member|guest|client)|everybody|everyone|people)";
const TELLS = new RegExp(
  `^(?:(?:and|then|but|first|always|at once|immediately|also)\\s+)*(?:say(?: to ${WHOM})?(?: first| at once| immediately| straight away)? (?:that )?(?=(?:they|we|he|she|it|you|there|please|the)\\b)|(?:tell|remind|warn|advise) ${WHOM} (?:that )?|ask ${WHOM} (?=to\\b))(.*)$`,
  "i",
);
const TELLS_ELSEWHERE =
  /^(?:(?:et|puis|na|kisha)\s+)*(?:dire|dites(?:-l\p{L}+)?(?: au client| à l'appelant)?(?: qu(?:e |'))?(?: d(?:e |'))?|mwambie|waambie|sema)(?:\s+(?:kwamba|kuwa))?\s*(.*)$/iu;

/** Every sentence with a condition or a ban. */
export function situationsOf(sentences: readonly string[]): Situation[] {
  return sentences.flatMap((sentence) => {
    const clauses = clausesOf(sentence);
    const hasCondition = clauses.some(({ kind }) => kind === "condition");
    const isDone = clauses.some(
      ({ kind, text }) => kind === "order" || kind === "ban" || (kind === "condition" && ORDERS_WITHIN.test(text)),
    );
    if (!hasCondition || !isDone) return [];
    return [situationOf(clauses)];
  });
}

function situationOf(clauses: readonly Clause[]): Situation {
  const does = clauses.filter(({ kind }) => kind === "order" || kind === "ban").map(({ text }) => text);
  const whole = clauses.map(({ text }) => text).join(", ");
  const at = clauses.findIndex(({ kind }) => kind === "condition");
  // "If somebody has taken too much, or a child has swallowed medicine, or …": further conditions follow the first.
  const until = clauses.findIndex(({ kind }, index) => index > at && kind !== "condition" && kind !== "fact");
  const when = clauses.slice(at, until < 0 ? at + 1 : until).map(({ text }) => text);
  return {
    when: when.join(", "),
    says: clauses.filter((clause) => !when.includes(clause.text)).flatMap((clause) => saidOf(clause)),
    isSorry: [...does, ...when].some((one) => SORRY.test(one)),
    takesMessage: MESSAGE.test(whole),
    endsCall: does.some((one) => ENDS.test(one.trim())),
    isBanned: clauses.some(({ kind }) => kind === "ban"),
  };
}

/** What of a clause can be said to the caller. */
function saidOf({ text, kind }: Clause): string[] {
  if (kind === "fact") return [asSentence(text)];
  if (kind !== "order") return [];
  const forWhom = /^(?:(?:so|and|but|then)\s+)*take (?:a |the )?message (for (?:the|our|mr|mrs|ms|dr)\b.*)$/i.exec(text)?.[1];
  if (forWhom !== undefined) return [asSentence(`I will take a message ${forWhom}`)];
  const told = TELLS.exec(text)?.[1] ?? TELLS_ELSEWHERE.exec(text)?.[1];
  if (told === undefined || SORRY.test(told) || /^(?:how|what|when|where|which|who|whether|if|for|in|the name)\b/i.test(told))
    return [];
  return [asSentence(toCaller(told))];
}

/** "they must go to the hospital" → "you must go to the hospital"; "change it" → "Please change it." */
export function toCaller(text: string): string {
  const turned = text
    .replace(/\b(?:he or she|she or he|they|he|she)\b(?= (?:must|should|can|may|need|has|have|will|could|would))/gi, "you")
    .replace(/\b(?:them|him)\b/gi, "you")
    .replace(/\b(?:their|his)\b/gi, "your")
    .replace(/\byou has\b/g, "you have")
    .replace(/^not to /i, "do not ")
    .replace(/ and not to /gi, " and do not ")
    .replace(/ and to /gi, " and ");
  return /^(?:to )?(?:go|change|call|come|dial|bring|wait|stay|leave|switch|move|drink|eat|ring|keep|write|send|visit|contact|press|close|open|use|do|not|see)\b/i.test(
    turned,
  )
    ? `please ${turned.replace(/^to /i, "")}`
    : turned;
}

export function asSentence(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:(?:and|but|so|or|because|et|mais|donc|na|lakini)\s+)+/i, "")
    .replace(/[\s,;:]+$/, "");
  const whole = /[.!?]$/.test(bare) ? bare : `${bare}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
