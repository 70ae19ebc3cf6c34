/**
 * What the guided dialogue may say: sentences about the business, from the knowledge and from the prompt. Sentences that tell the assistant
 * how to behave are not among them, so that they can never be spoken.
 */
import type { KnowledgePassage } from "@ongea/conversation";
import { type Clause, clausesOf, sentencesOf } from "./clauses.ts";
import { lookup } from "../spoken/plain.ts";
import { withReferrals } from "./referrals.ts";
import { asSentence } from "./situations.ts";

export interface Fact {
  /** What is said. */
  text: string;
  /** What it is found by, where that is more than its text: the question of a pair. */
  question?: string;
  /** Id of the passage, where it came from one. */
  source?: string;
  /** It stood in a list of facts, or in a passage: it is surely told to callers. */
  isMarked?: true;
  /** It says what the agent may not tell or do. */
  isRefusal?: true;
  /** A message is taken about it. */
  offersMessage?: true;
}

const MOST_FACTS = 2_000;
/** Speaks to the assistant, or about how it is to speak, wherever it stands. */
const ADDRESSED =
  /\b(you are (?!open|closed|welcome)|you're|you must(?! be \d| bring| pay| have| come| book| wear)|you should|your (?:role|task|job|tone|responses?|goal|name is|answers?|instructions?)|the caller|callers?|the customer'?s? (?:name|number)|respond|responses?|reply|prompt|instructions?|assistant|persona|tone|(?:should|must|shall) (?:never|not) (?:say|tell|mention|promise|quote|give|discuss|share|reveal|be (?:told|mentioned|disclosed|promised))|(?:never|do not|don't) (?:say|tell|mention|promise|quote|discuss|share|reveal|disclose|talk about|admit|offer)|read (?:it |everything |them )?back|vous êtes|tu es|l'appelant|le client (?:doit|veut)|votre rôle|ne (?:dites|donnez|promettez|mentionnez|révélez) (?:jamais|pas)|wewe ni|mpigaji|usiseme|usitaje|usimwambie|kamwe)\b/i;
const SECRET =
  /\b(?:passwords?|secrets?|tokens?|api keys?|confidential|internal)\b|\bpins? (?:is|are|code is|for (?:staff|us))\b|(?<!\b(?:new|lost) )\bpin:? \d|\bpin:? \d{4,}/i;
const FACTS_HEADING =
  /^#*\s*(?:the )?(?:facts?|about|business|information|knowledge|details|hours|services|prices|faq|questions)\b.*:?\s*$/i;
/** … in other languages. */
const FACTS_ELSEWHERE =
  /^#*\s*(?:à propos |infos? |informations |renseignements |kuhusu |taarifa |maelezo |factos|fatos|informaç|sobre |معلومات|حقائق|عن |መረጃ|እውነታ|ስለ |bayanai|game da |àlàyé|alaye|nípa |ulwazi|amaqiniso|imininingwane|mayelana )[^.!?]*:\s*$/iu;
const RULES_HEADING =
  /^#*\s*(?:the )?(?:rules?|instructions?|style|tone|behaviou?r|guidelines?|role|task|steps?|script|personality|goal|flow)\b.*:?\s*$/i;

export function factsOf(instructions: string, knowledge: readonly KnowledgePassage[]): Fact[] {
  const facts = factsOfPrompt(instructions);
  for (const passage of knowledge) facts.push(...factsOfPassage(passage));
  return facts.slice(0, MOST_FACTS);
}

/** The name of the business, for "I am the automated assistant of …". */
export function businessName(instructions: string): string | undefined {
  const first = instructions.trim().split(/(?<=[.!?])\s/)[0] ?? "";
  const match =
    IS_BUSINESS.exec(first) ?? OF_BUSINESS.exec(first) ?? OF_BUSINESS_ELSEWHERE.exec(first) ?? OF_BUSINESS.exec(instructions);
  return match?.groups?.["name"]?.replace(/\s+(?:and|of|&)$/u, "");
}

const NAME = String.raw`(?<name>(?:the )?[A-Z][\p{L}'’&-]+(?:\s+(?:[A-Z][\p{L}'’&-]+|and|of|&))*)`;
/** "Rwizi Tents and Chairs hires out …" */
const IS_BUSINESS = new RegExp(
  String.raw`^(?!You\b|We\b|This\b|The\b|Vous\b|Wewe\b)${NAME}\s+(?:is|are|hires|sells|rents|runs|offers|makes|repairs|ni|est)\b`,
  "u",
);
const OF_BUSINESS = new RegExp(String.raw`\b(?:of|for|at|from)\s+${NAME}`, "u");
const OF_BUSINESS_ELSEWHERE = new RegExp(String.raw`\b(?:(?:za|ya|wa|cha|la|de|du|des|chez)\s+|d['’])${NAME}`, "u");

/** The agent rings people: "she", "they" of its prompt are who is on the line. */
const RINGS_PEOPLE =
  /\byou (?:call|phone|ring)\b|\byou make (?:the )?[\w ]{0,30}calls\b|\byou are calling\b|\bvous appelez\b|\bunapiga simu\b/i;

function toCalled(text: string): string {
  return text
    .replace(/\b(?:she|he|they)\b/gi, (word) => (/^[A-Z]/.test(word) ? "You" : "you"))
    .replace(/\b(?:her|his|their)\b/gi, (word) => (/^[A-Z]/.test(word) ? "Your" : "your"))
    .replace(
      /\b(you) (has|is|was|does|\p{L}{2,}[^s\W]s)\b/giu,
      (_all, you: string, verb: string) => `${you} ${PLURAL[verb.toLowerCase()] ?? verb.slice(0, -1)}`,
    );
}

const PLURAL: Readonly<Record<string, string>> = lookup({ has: "have", is: "are", was: "were", does: "do" });

function factsOfPrompt(instructions: string): Fact[] {
  const facts = statedIn(instructions);
  return RINGS_PEOPLE.test(instructions) ? facts.map((fact) => ({ ...fact, text: toCalled(fact.text) })) : facts;
}

function statedIn(instructions: string): Fact[] {
  const facts: Fact[] = [];
  // Where a prompt marks its facts, nothing else of it is one.
  const marked = instructions.split("\n").some((line) => isFactsHeading(line.trim()));
  let section: "facts" | "rules" | "mixed" = marked ? "rules" : "mixed";
  let inList = false;
  let heading = "";
  for (const line of instructions.split("\n")) {
    const trimmed = line.trim();
    // A list of facts ends with the first line that is not one of its points.
    const isPoint = /^(?:[-*•]|\d+[.)])\s/.test(trimmed);
    if (section === "facts" && inList && !isPoint && trimmed !== "") section = "rules";
    inList = isPoint || (inList && trimmed === "");
    if (isFactsHeading(trimmed)) section = "facts";
    else if (RULES_HEADING.test(trimmed)) section = "rules";
    else if (section === "facts") facts.push(...factsOfLine(trimmed, true));
    else if (section === "mixed") facts.push(...factsUnder(isPoint ? heading : "", trimmed));
    if (!isPoint && trimmed !== "") heading = isHeading(trimmed) ? trimmed.replace(/^#+\s*|\s*:$/g, "") : "";
  }
  return facts;
}

const MOST_HEADING_WORDS = 5;
const BANS = /^(?:do not|don't|never|you (?:must|may) not|not allowed|ne pas|usi\p{L}*)$/iu;
const TASKS = /\b(?:you|agent|assistant|tu|vous)\b/i;

function isHeading(line: string): boolean {
  return !/[.!?,;]$/.test(line) && line.split(/\s+/).length <= MOST_HEADING_WORDS;
}

/** A point under its heading: one that is no sentence says with it what it is about. */
function factsUnder(heading: string, line: string): Fact[] {
  if (heading === "") return factsOfLine(line, false);
  const point = line.replace(/^(?:[-*•]|\d+[.)])\s+/, "");
  if (BANS.test(heading)) return factsOfLine(`Never ${point.replace(/\.?$/, ".")}`, false);
  if (TASKS.test(heading)) return [];
  return factsOfLine(point, false).map((fact) => ({
    ...fact,
    text: /^\p{Lu}.*[.!?]$/su.test(fact.text) ? fact.text : `${heading}: ${fact.text.replace(/[.!?]?$/, ".")}`,
    question: fact.question ?? heading,
  }));
}

function factsOfLine(line: string, marked: boolean): Fact[] {
  const pair = pairOf(line);
  if (pair.length > 0) return pair;
  const sentences = sentencesOf(line);
  return sentences.flatMap((sentence, at) => {
    const fact = factOf(sentence, marked);
    const before = sentences[at - 1] ?? "";
    return fact ? [isHead(before) ? { ...fact, question: before } : fact] : [];
  });
}

const MOST_HEAD_WORDS = 8;

/** "Nobody at home? It waits at the office." */
function isHead(sentence: string): boolean {
  return sentence.endsWith("?") && sentence.split(" ").length <= MOST_HEAD_WORDS;
}

/** A clause of its own: "with callers who insult" is none. */
const SAYS_SOMETHING =
  /\b(?:is|are|was|were|has|have|had|does|do|can|could|will|would|must|should|may|needs?|costs?|takes?|gives?|goes|go|comes?|opens?|closes?|calls?|rings?|pays?|gets?|waits?|works?|we|they|you|it|he|she|there|ni|tuna|kuna|(?:hatu|hai|hawa|tuna|tume|tuta|ina|zina|wana)\p{L}+|est|sont|nous|vous|on|il|elle)\b|['’](?:s|re|t|ll)\b/iu;

/** "For a collection take the day, the street and the name": what the agent is to ask for. */
const NOTES =
  /^(?:for|to|when|if) [^,:;.]{2,60}?\s(?:take|ask(?: for)?|note|get|write(?: down)?) (?:the |their |his |her |(?:the )?\w+'s )?(?:full )?(?:names?|days?|dates?|times?|numbers?|phone|address|details|street)\b/i;

/** "To send somebody I need the place and a phone number", "pour réserver il me faut …": the same, as its owner says it. */
const NEEDS_TO_NOTE =
  /^(?:for|to|when|if|pour|ili|kwa|ku\p{L}{3,}) .{2,80}?(?<!\p{L})(?:(?:i|we) (?:just )?need|(?<=^(?:when|if) (?:somebody|someone|people|they|he|she|a \p{L}+) .{2,80}?)you need|(?:please )?note(?: down)?|il (?:me|nous) faut|(?:na|ni|tu|tuna|nina|una)hitaji|(?:ni|tu)?andik(?:a|ie|ieni)|uliza)(?!\p{L})(?=[^.;]*(?<!\p{L})(?:names?|phone|numbers?|plate|day|date|nom|téléphone|numéro|jour|jina|simu|namba|siku|tarehe)(?!\p{L}))[^.;]*(?:,| and | na | et )/iu;

/** "To register we need your ID, two photos and a phone number" is told: people bring it. */
const BROUGHT =
  /\b(?:ids?|photos?|cop(?:y|ies)|cards?|certificates?|passports?|letters?|licen[cs]es?|receipts?|kitambulisho|picha|nakala|cheti|pièces?|photocopies?|cartes?|justificatifs?)\b/iu;

function isNote(sentence: string): boolean {
  const isNeeded = NEEDS_TO_NOTE.test(sentence) || NEEDS_TO_KNOW.test(sentence);
  return NOTES.test(sentence) || (isNeeded && !BROUGHT.test(sentence));
}

/** "Kukata tiketi unahitaji kujua anatoka wapi kwenda wapi, siku, jina na simu": whoever answers is to know it. */
const NEEDS_TO_KNOW =
  /(?<!\p{L})(?:(?:i|you) (?:need|have|want|must) (?:to )?know|(?:una|na|nina|tuna)?hitaji kujua|(?:il faut|j'ai besoin de|tu dois) savoir|must know)(?!\p{L})[^.;]*(?<!\p{L})(?:names?|phone|numbers?|day|date|nom|téléphone|numéro|jour|jina|simu|namba|siku|tarehe)(?!\p{L})/iu;

/** What of a sentence may be said: of a listed one all that does not tell the agent what to do; elsewhere its clauses that say what is so. */
function factOf(written: string, marked: boolean): Fact | undefined {
  const sentence = withReferrals(written);
  if (SECRET.test(sentence) || isNote(sentence) || isTooShort(sentence)) return undefined;
  const clauses = clausesOf(sentence);
  const [first, second] = clauses;
  if (!first) return undefined;
  if (first.kind === "role") return roleFact(sentence, clauses) ?? besideRole(clauses);
  const offersMessage = TAKES_MESSAGE.test(sentence) && { offersMessage: true as const };
  const bans = clauses.filter(({ kind }) => kind === "ban");
  const [banned] = bans;
  const said = clauses.filter(({ kind }) => kind === "fact").map(({ text }) => text);
  if (banned && first.kind === "condition") return undefined;
  // "With callers who insult, stay calm": whom it is about, and what is done.
  if (first.kind === "fact" && second?.kind === "order" && !SAYS_SOMETHING.test(first.text)) return undefined;
  if (banned && REVEALS.test(banned.text)) return undefined;
  if (banned && !TELLING.test(banned.text)) return first.kind === "fact" ? besideBan(said, offersMessage) : undefined;
  if (banned) {
    const text = [
      ...bans.map((ban) => refusalOf(ban.text)),
      ...said.filter((one) => one.split(" ").length > 2 && SAYS_SOMETHING.test(one)).map(asSentence),
    ].join(" ");
    return { text, isRefusal: true, ...offersMessage };
  }
  const isWhole =
    clauses.length === 1 &&
    first.kind === "condition" &&
    sentence.split(" ").length >= (RELATIVE.test(first.text) ? FEWEST_RELATIVE : FEWEST_WORDS);
  if (
    /[?:]$/.test(sentence) ||
    (said.length === 0 && !isWhole) ||
    (marked ? ADDRESSED.test(sentence) : /\bsentences?\b/i.test(sentence))
  )
    return undefined;
  const hasOrder = clauses.some(({ kind }, at) => kind === "order" || (kind === "role" && at > 0));
  // "If somebody is upset, say sorry first": what follows a condition is done, not told.
  if (first.kind === "condition" && (hasOrder || ORDERS_WITHIN.test(first.text))) return undefined;
  if (first.kind === "order" || (hasOrder && isTopic(sentence, clauses))) return undefined;
  const text = hasOrder ? asSentence(joinedFacts(sentence, clauses)) : sentence;
  return {
    text: toWhomItConcerns(text).replace(/\((?:please )?send (?:them|him|her|people) to ([^)]*)\)/gi, "(please go to $1)"),
    ...(marked && { isMarked: true as const }),
    ...offersMessage,
  };
}

/** "A complaint about something they bought: say sorry, take a message": only what is to be done about it. */
function isTopic(sentence: string, [first, ...rest]: readonly Clause[]): boolean {
  if (first !== undefined && BEFORE.test(first.text)) return true;
  const isThing = first !== undefined && TOPIC.test(first.text) && sentence.includes(`${first.text}:`);
  return /^whatever|^whoever/i.test(sentence) || (isThing && rest.every(({ kind }) => kind === "order"));
}

const TOPIC =
  /^(?:an? |any |the |une? )?\p{L}+ (?:about|of|on|with|against|sur|concernant) (?!.*\b(?:is|are|calls?|can|will|has|have)\b)/iu;

/** "You cannot switch it off from here, they must text STOP": said to the caller, who is "they". */
function toWhomItConcerns(text: string): string {
  return text
    .replace(/\byou (can(?:not|'t))\b(?=.*\bfrom here\b)/gi, "we $1")
    .replace(
      /\bthey (?=(?:(?:must|should|have to|need to|can|may)\b(?! be \p{L}+(?:ed|en|aid)\b)|come|ring|call|dial|text|send|bring|go|pay)\b)/gu,
      "you ",
    )
    .replace(/^They (?=(?:pay|get|bring|come|call|send|collect)\b)/, "You ")
    .replace(
      /\b([Ii]f|[Ww]hen) they (?=(?:cancel|come(?! back)|pay|want|miss|lose|bring|call|book|order|send|need|get|have paid)\b)/g,
      "$1 you ",
    )
    .replace(/(?<=\b(?:if|when) you\b.*)\bthey (?=(?:get|lose|pay|receive|keep|can|must|may|have|need)\b)/gi, "you ");
}

/** "People walk in for them, never book those": the first half is so, whatever the agent must not do. */
function besideBan(said: readonly string[], more: false | { offersMessage: true }): Fact | undefined {
  const rest = said.filter((one) => SAYS_SOMETHING.test(one) && one.split(" ").length > 3);
  return rest.length === 0 ? undefined : { text: asSentence(toWhomItConcerns(rest.join(", "))), ...more };
}

/** "Hatuuzi spika" says something in two words. */
function isTooShort(sentence: string): boolean {
  return sentence.split(" ").length < (/^hatu\p{L}{3}/iu.test(sentence) ? 2 : 3);
}

/** What must not be told stands in it. */
const REVEALS = /\b(?:that|mention|reveal|admit|talk about|disclose|of (?:the|our))\b/i;
const TELLING =
  /\b(?:take (?:any )?(?:orders?|bookings?|jobs?|requests?) (?:for|from|of)|say|tell|give|promise|discuss|talk|quote|share|advise|diagnose|confirm|guess|recommend|dites|donnez|promettez|mentionnez|révélez|discutez|conseillez|usi(?:sem|taj|mwambi|waambi|ahidi|to[ea]|jadili|zungumzi|shauri|thibitish|fichu|elez)\p{L}*)\b/iu;
/** "If now is a bad time ask when to call" has no comma. */
const ORDERS_WITHIN =
  /\s(?:ask|tell|say|offer|take a message|note|stay|(?<!\b(?:to|will|can|could|must|may|might|should|would|cannot|not) )be|end|hang|apologi[sz]e|never|don't|do not|let|thank)\s/i;
/** A condition and what follows from it, without a comma. */
const FEWEST_WORDS = 8;
/** "Anayeahirisha … halipi chochote": whoever does it, and what follows, in one. */
const RELATIVE = /^(?:ana|wana)y?e?\p{L}*/iu;
const FEWEST_RELATIVE = 6;
/** "Before you reserve, repeat the details". */
const BEFORE = /^(?:before|after|avant|après|kabla|baada)(?!\p{L})/iu;

const TAKES_MESSAGE = /\b(?:takes? (?:a |the )?message|calls? back|chukua ujumbe|prenez un message|rappelle)\b/i;

/** The sentence without its orders, with the signs that stood between the rest. */
function joinedFacts(sentence: string, clauses: readonly Clause[]): string {
  let rest = sentence;
  for (const [at, { text, kind }] of clauses.entries())
    if (kind === "order" || (kind === "role" && at > 0)) rest = rest.replace(text, "\0");
  return rest
    .replace(/[\s,;:]*(?:(?:and|but|so|et|mais|donc|na|then)\s+)?\0[\s,;:]*/g, ", ")
    .replace(/^[\s,]+|[\s,]+$/g, "")
    .replace(/\s*,\s*([.!])/g, "$1");
}

const INFINITIVES: Readonly<Record<string, string>> = lookup({ voyez: "voir", dites: "dire", prenez: "prendre" });

/** "Do not promise when water comes back" → "I cannot promise when water comes back." */
function refusalOf(text: string): string {
  const bare = text.replace(/^(?:(?:and|but|so|also|please|then)\s+)*/i, "");
  const told =
    /^(?:you )?(?:never|don't|do not|mustn't|must not|must never|may not|cannot|can't|should not|shouldn't) (?:ever )?(.+)$/i.exec(
      bare,
    )?.[1];
  if (told !== undefined)
    return asSentence(`I cannot ${told.replace(/\byourself\b/g, "myself").replace(/\band (?:don't|do not|never)\b/gi, "or")}`);
  // "Usiahidi saa": "siwezi kuahidi saa".
  const [, swahili, about] = /^(?:(?:na|lakini|kamwe) )*usi(\p{L}{3,})(.*)$/isu.exec(bare) ?? [];
  if (swahili !== undefined) return asSentence(`siwezi ku${swahili.replace(/e$/, "a")}${about}`);
  const irregular = /^(?:vous )?n(?:e |')(voyez|dites|prenez) (?:jamais |pas |rien )*(.*)$/iu.exec(bare);
  if (irregular) return asSentence(`je ne peux pas ${INFINITIVES[irregular[1]?.toLowerCase() ?? ""]} ${irregular[2]}`);
  const [, verb, rest] = /^(?:vous )?n(?:e |')(\p{L}+)ez (?:jamais |pas |rien )*(.*)$/iu.exec(bare) ?? [];
  return asSentence(verb === undefined ? bare : `je ne peux pas ${verb}${verb.endsWith("tt") ? "re" : "er"} ${rest}`);
}

/** "You answer the phone at Umgeni Motors, a workshop at 44 Inanda Road" says where it is. */
function roleFact(sentence: string, clauses: readonly Clause[]): Fact | undefined {
  const match = ROLE.exec(sentence);
  if (!match) return undefined;
  const [, about = ""] = match;
  const rest = clauses
    .filter(({ kind }) => kind === "order")
    .flatMap(({ text }) => /^(?:and )?invite (?:them|people|him|her) (.*)$/i.exec(text)?.[1] ?? []);
  const bare = about
    .replace(/,? (?:(?:and|who|whom|that) (?:invite|have|has|you|are|is|do)|when|before|after|whose|if)\b.*$/i, "")
    .replace(/[.\s]+$/, "");
  if (!/[,\d]| (?:in|on|at|near|for) /.test(bare) && rest.length === 0) return undefined;
  const lead =
    /^(?:du |de la |des |de l'|de )/i.test(bare) || /^vous/i.test(sentence)
      ? "Ici"
      : /^(?:wewe|una)/i.test(sentence)
        ? "Hii ni"
        : "This is";
  const name = bare
    .replace(/^du /i, "le ")
    .replace(/^de la /i, "la ")
    .replace(/^des /i, "les ")
    .replace(/^de l'/i, "l'");
  const text = [`${lead} ${name}.`, ...rest.map((one) => asSentence(`we invite you ${one.replace(/\.$/, "")}`))].join(" ");
  return { text, question: "where are you located address who" };
}

/** "Unajibu simu za Pwani Sauti; tunakodisha vyombo vya muziki": what stands beside whom it answers for. */
function besideRole(clauses: readonly Clause[]): Fact | undefined {
  const said = clauses
    .filter(({ kind, text }) => kind === "fact" && text.split(" ").length > 2)
    .map(({ text }) => asSentence(text));
  return said.length === 0 ? undefined : { text: said.join(" ") };
}

const ROLE =
  /^(?:you|vous|wewe|tu|una)\b.*?\s(?:calls (?:for|of)|phone (?:at|for|of)|line of|people for|customers of|desk of|desk at|receptionist of|receptionist at|calls to|téléphone(?= d)|appels(?= d)|simu za|simu ya|phones? (?:at|for|of)|for|at|of)\s+(.+)$/i;

/** "Prices in shillings: maize, 2-kilo packet, 560." is no heading, and "About us" is one. */
function isFactsHeading(line: string): boolean {
  const isShort = line.endsWith(":") || isHeading(line) || line.startsWith("#");
  return isShort && (FACTS_HEADING.test(line) || FACTS_ELSEWHERE.test(line));
}

function factsOfPassage(passage: KnowledgePassage): Fact[] {
  const pairs = Array.from(
    passage.text.matchAll(
      /(?:^|\n)\s*q(?:uestion)?\s*[:.]\s*(.+?)\s*\n\s*a(?:nswer)?\s*[:.]\s*([\s\S]+?)(?=\n\s*q(?:uestion)?\s*[:.]|$)/gi,
    ),
    ([, question = "", answer = ""]) => ({ question, text: oneLine(answer), source: passage.id }),
  );
  if (pairs.length > 0) return pairs;
  return passage.text
    .split(/\n+/)
    .flatMap(sentencesOf)
    .filter((text) => text.split(" ").length >= 3)
    .map((text) => ({ text, source: passage.id }));
}

function pairOf(line: string): Fact[] {
  const [, question, text] = /^(?:-\s*)?q(?:uestion)?\s*[:.]\s*(.+?\?)\s*a(?:nswer)?\s*[:.]\s*(.+)$/i.exec(line) ?? [];
  return question === undefined || text === undefined ? [] : [{ question, text }];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
