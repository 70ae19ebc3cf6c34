/** A caller with something in mind, who answers what is asked, corrects what is read back wrong, and hesitates as people do. */
import { spokenChoice } from "../../builtin/dialogue/forms/choices.ts";
import { WORDS } from "../../builtin/dialogue/world.ts";
import type { Business, CallerGoal, Draw, CallerLanguage, GoalSlot } from "./business.ts";
import type { Chance } from "./chance.ts";
import { drawn, numbersInWords, sayValue } from "./sayings.ts";

/** Before digits that were keyed in: no recogniser hears them. */
export const KEYED = "dtmf_number: ";

/** How a caller goes about it. */
export interface CallerStyle {
  /** A question on the way. */
  asksBetween: boolean;
  /** Says a wrong value and takes it back in the same breath. */
  slips: boolean;
  /** Wants another value when everything is read back. */
  reconsiders: boolean;
  /** Begins with another wish and changes their mind. */
  changesMind: boolean;
}

const FILLERS: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: ["um, ", "ehn, ", "uh ", "ok so ", "well, ", "yes, ", "sorry, "],
  sw: ["ehee, ", "aah ", "sawa, ", "basi ", "eeh, "],
  fr: ["euh, ", "alors ", "oui, ", "bon, ", "ben "],
};
const TAILS: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: [" please", " thanks", " o"],
  sw: [" tafadhali", " asante"],
  fr: [" s'il vous plaît", " merci"],
};
const LEADS: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: [
    "hello, ",
    "good morning, ",
    "hi there, ",
    "um, ",
    "please, ",
    "good afternoon madam, ",
    "yes hello, how are you, ",
    "I was wondering, ",
    "so I've been trying to reach you people since morning, ",
    "my sister gave me this number, ",
    "abeg, ",
  ],
  sw: ["habari, ", "habari za asubuhi, ", "samahani, ", "hujambo, ", "eeh, ", "nimepewa namba hii na rafiki, ", "shikamoo, "],
  fr: [
    "bonjour, ",
    "bonjour madame, ",
    "euh, ",
    "allô, bonjour, ",
    "excusez-moi, ",
    "s'il vous plaît, ",
    "j'appelle de la part de ma sœur, ",
  ],
};
const YES: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: ["yes", "yes that's right", "yes please", "correct", "that is correct", "yeah that's fine", "sure, go ahead"],
  sw: ["ndiyo", "ndiyo ni sahihi", "sawa", "ni sahihi", "naam"],
  fr: ["oui", "oui c'est correct", "c'est exact", "d'accord", "oui c'est ça"],
};
const NO: Readonly<Record<CallerLanguage, string>> = { en: "no", sw: "hapana", fr: "non" };
const DONE: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: ["no thank you", "no that's all", "that's all, goodbye", "nothing else, bye"],
  sw: ["hapana asante", "ni hayo tu, kwaheri", "hapana, kwaheri"],
  fr: ["non merci", "c'est tout, au revoir", "non, au revoir"],
};
const CHANGED: Readonly<Record<CallerLanguage, string>> = {
  en: "sorry, I changed my mind. ",
  sw: "samahani, nimebadilisha nia. ",
  fr: "pardon, j'ai changé d'avis. ",
};
const TAKES_BACK: Readonly<Record<CallerLanguage, string>> = {
  en: ", no sorry, ",
  sw: ", hapana samahani, ",
  fr: ", non pardon, ",
};

const READ_BACK = /correct\?|sahihi\?|correct \?/i;
const HEARD = /I heard .*right\?|Nimesikia .*sahihi|J'ai entendu .*exact/i;
const ANYTHING_ELSE = /anything else|jambo lingine|autre chose/i;
const OFFERS_MESSAGE = /take a message|nichukue ujumbe|laisser un message/i;
const WHICH = /is it about this|ni kuhusu hili|à propos de ceci/i;
const HOW_HELP = /how can i help|nikusaidie vipi|comment puis-je/i;
const WHAT_CHANGE = /what should i change|nibadilishe nini|que dois-je changer/i;
const OFFERS_KEYS = /key it in|kubonyeza|taper et finir/i;
const OFFERS_DIGIT_KEYS = /key in its digits|tarakimu zake|taper ses chiffres/i;
/** The name will be asked by a colleague: nobody goes on about it. */
const GOES_ON_WITHOUT = /go on without that/i;
const OFFERS_LETTER_WORDS = /a word for each letter/i;
const OFFERS_SPELLING = /spell (?:it|your name)/i;
/** A name that was read back wrong so often is spelled, asked or not. */
const SPELLS_AFTER = 2;
const OFFERS_DAY = /would .* suit you\?|itakufaa\?|vous convient \?$/i;

export class Caller {
  readonly goal: Record<string, string> = {};
  readonly #intent: CallerGoal;
  readonly #language: CallerLanguage;
  readonly #chance: Chance;
  readonly #style: CallerStyle;
  readonly #business: Business;
  readonly #opening: string;
  #hasBegun = false;
  #hasAsked = false;
  #hasSlipped = false;
  #hasReconsidered = false;
  #repeats = 0;
  /** They were told that it goes on without the name. */
  #isWithoutContact = false;
  /** What was read back last. */
  #readBack = "";
  /** By field, how often it was read back wrong. */
  readonly #misheard: Record<string, number> = {};
  /** It is done: told by who watches the tools. */
  isServed = false;

  constructor(
    business: Business,
    intent: CallerGoal,
    { language, chance, style }: { language: CallerLanguage; chance: Chance; style: CallerStyle },
  ) {
    this.#business = business;
    this.#intent = intent;
    this.#language = language;
    this.#chance = chance;
    this.#style = style;
    for (const { field, draw } of intent.wanted)
      this.goal[field] = draw.kind === "text" ? chance.of(draw.of[language] ?? ["?"]) : drawn(draw, chance);
    this.#opening = chance.of(intent.opens[language] ?? intent.opens.en ?? ["hello"]);
  }

  /** What the caller says next; `undefined`: they hang up. */
  answers(heard: string): string | undefined {
    this.#isWithoutContact ||= GOES_ON_WITHOUT.test(heard);
    const asked = lastQuestion(heard);
    if (!this.#hasBegun) return this.#begin();
    if (this.isServed)
      return ANYTHING_ELSE.test(heard) || HOW_HELP.test(heard) ? this.#chance.of(DONE[this.#language]) : undefined;
    if (this.#style.changesMind && this.#repeats === 0) {
      this.#repeats++;
      return CHANGED[this.#language] + this.#filledOpening();
    }
    if (HEARD.test(heard)) return this.#reads(heard, Object.values(this.goal)) ? this.#yes() : NO[this.#language];
    if (READ_BACK.test(asked)) return this.#checks(heard);
    const question = this.#asksBetween(asked);
    if (question !== undefined) return question;
    if (WHAT_CHANGE.test(asked)) return this.#namesWrong(asked) ?? this.#yes();
    if (OFFERS_MESSAGE.test(asked))
      return this.#intent.tool === "take_message" ? this.#yes() : `${NO[this.#language]}, ${this.#filledOpening()}`;
    const wanted = this.#wantedFor(asked) ?? this.#wantedFor(heard);
    if (wanted) return this.#asOffered(wanted, heard) ?? this.#says(wanted, true);
    if (OFFERS_DAY.test(asked)) return NO[this.#language];
    return this.#again(asked);
  }

  #begin(): string {
    this.#hasBegun = true;
    if (!this.#style.changesMind) return this.#filledOpening();
    const others = this.#business.wishes.filter(
      (other) => other.tool !== this.#intent.tool && other.tool !== "take_message" && other.opens[this.#language],
    );
    if (others.length === 0) return this.#filledOpening();
    return (this.#chance.of(others).opens[this.#language]?.[0] ?? "").replace(/\{\w+\}/g, "");
  }

  /** As people begin: greeting, hesitating, telling how they came to call. */
  #filledOpening(): string {
    const lead = this.#chance.isTrue(0.45) ? this.#chance.of(LEADS[this.#language]) : "";
    const tail = this.#chance.isTrue(0.15) ? this.#chance.of(TAILS[this.#language]) : "";
    return lead + this.#stuttered(this.#filled()) + tail;
  }

  #stuttered(text: string): string {
    if (!this.#chance.isTrue(0.12)) return text;
    const [first = "", second = ""] = text.split(" ");
    return `${first} ${second} ${text}`;
  }

  #filled(): string {
    return this.#opening.replace(/\{(\w+)\}/g, (_all, field: string) => {
      const wanted = this.#intent.wanted.find((one) => one.field === field);
      return wanted ? this.#says(wanted, false) : "";
    });
  }

  #again(asked: string): string | undefined {
    if (++this.#repeats > 4) return undefined;
    const offered = this.#repeats > 1 ? this.#offeredIn(asked) : undefined;
    if (offered !== undefined && this.#chance.isTrue(0.7)) return offered;
    return WHICH.test(asked) || HOW_HELP.test(asked) || ANYTHING_ELSE.test(asked)
      ? this.#filledOpening()
      : this.#chance.isTrue(0.5)
        ? this.#filledOpening()
        : this.#yes();
  }

  /** Whoever was not understood twice, and is told what there is, says it as it is called. */
  #offeredIn(asked: string): string | undefined {
    const name = this.#intent.tool === "take_message" ? "leave a message" : this.#intent.tool.replace(/_/g, " ");
    return HOW_HELP.test(asked) && asked.toLowerCase().includes(name) ? name : undefined;
  }

  #says({ field, draw }: GoalSlot, asked: boolean): string {
    const language = this.#language;
    const value = this.goal[field]!;
    const plain = sayValue(draw, value, { language, chance: this.#chance, asked });
    if (!asked) return plain;
    if (this.#style.slips && !this.#hasSlipped && ["day", "time", "number"].includes(draw.kind)) {
      this.#hasSlipped = true;
      const other = drawn(draw, this.#chance);
      return `${sayValue(draw, other, { language, chance: this.#chance, asked })}${TAKES_BACK[language]}${plain}`;
    }
    const led =
      draw.kind === "name" && this.#chance.isTrue(0.4)
        ? `${{ en: "my name is", sw: "naitwa", fr: "je m'appelle" }[language]} ${plain}`
        : plain;
    const before = this.#chance.isTrue(0.25) ? this.#chance.of(FILLERS[language]) : "";
    const after =
      draw.kind !== "text" && draw.kind !== "name" && this.#chance.isTrue(0.15) ? this.#chance.of(TAILS[language]) : "";
    return `${before}${led}${after}`;
  }

  /** People who are offered the keypad for a number key it in, and spell a name that they are asked to spell. */
  #asOffered({ field, draw }: GoalSlot, heard: string): string | undefined {
    const value = this.goal[field]!;
    if (OFFERS_KEYS.test(heard) && draw.kind !== "name" && /^\d+$/.test(value)) return `${KEYED}${value}`;
    if (OFFERS_DIGIT_KEYS.test(heard) && draw.kind === "code") return `${KEYED}${value.replace(/\D/g, "")}`;
    if (OFFERS_LETTER_WORDS.test(heard) && ["name", "email", "code"].includes(draw.kind))
      return withLetterWords(value, draw.kind);
    return draw.kind === "name" && OFFERS_SPELLING.test(heard) ? spelledName(value) : undefined;
  }

  #yes(): string {
    return this.#chance.of(YES[this.#language]);
  }

  #asksBetween(asked: string): string | undefined {
    if (!this.#style.asksBetween || this.#hasAsked || !asked.includes("?")) return undefined;
    this.#hasAsked = true;
    const known = this.#business.questions.filter((one) => one.answer && one.asks[this.#language]);
    const question = known.length === 0 ? undefined : this.#chance.of(known).asks[this.#language];
    return question && this.#chance.of(question);
  }

  /** Asked which value is wrong: by what the question calls it, else the value itself. */
  #namesWrong(asked: string): string | undefined {
    const wrong = this.#wrongIn(this.#readBack);
    const label = wrong?.field.replace(/_/g, " ");
    const offered = asked.match(/\bthe (?:(?! or the )[^,?])+/g) ?? [];
    const named = offered.find((one) => one === `the ${label}`) ?? offered.find((one) => wrong?.cue.test(one));
    return named ?? (wrong && this.#correction(wrong));
  }

  /** Everything was read back. */
  #checks(heard: string): string {
    this.#readBack = heard;
    if (this.#style.reconsiders && !this.#hasReconsidered) {
      this.#hasReconsidered = true;
      const movable = this.#intent.wanted.filter(
        ({ draw }) => draw.kind === "day" || draw.kind === "time" || draw.kind === "phone" || draw.kind === "name",
      );
      if (movable.length > 0) {
        const wanted = this.#chance.of(movable);
        this.goal[wanted.field] = drawn(wanted.draw, this.#chance);
        return this.#correction(wanted);
      }
    }
    return this.#wrong(heard) ?? this.#yes();
  }

  #wrong(heard: string): string | undefined {
    const wrong = this.#wrongIn(heard);
    return wrong && this.#correction(wrong);
  }

  #wrongIn(heard: string): GoalSlot | undefined {
    return this.#intent.wanted.find(
      ({ field, draw }) => !(draw.kind === "name" && this.#isWithoutContact) && !this.#isRead(heard, draw, this.goal[field]!),
    );
  }

  #correction({ draw, field }: GoalSlot): string {
    const language = this.#language;
    const times = (this.#misheard[field] = (this.#misheard[field] ?? 0) + 1);
    const plain = sayValue(draw, this.goal[field]!, { language, chance: this.#chance, asked: false });
    const value = draw.kind === "name" && language === "en" && times > SPELLS_AFTER ? spelledName(plain) : plain;
    const lead = {
      en: { name: "the name is ", phone: "the phone number is ", day: "", time: "make it " },
      sw: { name: "jina ni ", phone: "namba ya simu ni ", day: "", time: "" },
      fr: { name: "le nom est ", phone: "le numéro de téléphone est ", day: "", time: "" },
    }[language];
    const label = draw.kind in lead ? lead[draw.kind as keyof typeof lead] : `${field.replace(/_/g, " ")} `;
    return `${NO[language]}, ${draw.kind === "name" ? { en: "my name is ", sw: "jina langu ni ", fr: "je m'appelle " }[language] : label}${value}`;
  }

  #reads(heard: string, values: readonly string[]): boolean {
    return this.#intent.wanted.some(
      ({ draw, field }) =>
        values.includes(this.goal[field]!) &&
        asSaid(heard.toLowerCase()).includes(asSaid(this.#spoken(draw, this.goal[field]!).toLowerCase())),
    );
  }

  #isRead(heard: string, draw: Draw, value: string): boolean {
    const spoken = this.#spoken(draw, value).toLowerCase();
    // "Yet Brian Ouma" is someone else.
    if (draw.kind === "name")
      return new RegExp(`(?<!\\p{Lu}[\\p{L}'’-]*\\s)${asSaid(value)}(?!\\s\\p{Lu})`, "u").test(asSaid(heard));
    // A digit of a telephone number is no number of nights.
    if (draw.kind === "number") return new RegExp(`(?<!\\d )\\b${spoken}\\b(?! \\d)`).test(heard);
    if (draw.kind === "phone" || draw.kind === "code")
      return heard
        .toLowerCase()
        .split(spoken)
        .slice(1)
        .some((rest) => !/^ [\da-z]\b/.test(rest) || this.#language === "sw");
    const plain = (text: string): string => (draw.kind === "text" ? numbersInWords(withoutMarks(text)) : withoutMarks(text));
    return plain(heard).includes(plain(spoken));
  }

  #spoken(draw: Draw, value: string): string {
    const words = WORDS[this.#language];
    if (draw.kind === "day") return words.day(value);
    if (draw.kind === "time") return words.time(value);
    if (draw.kind === "phone") return words.digits(value);
    if (draw.kind === "code") return value.split("").join(" ");
    if (draw.kind === "email") return value.replace("@", " @ ");
    if (draw.kind === "choice") return value === "true" ? words.yes : value === "false" ? words.no : spokenChoice(value);
    return value;
  }

  /** The value that a question asks for, by the words that stand in it. */
  #wantedFor(asked: string): GoalSlot | undefined {
    const found = this.#intent.wanted.filter(({ cue }) => cue.test(asked));
    return found.length <= 1 ? found[0] : (found.find(({ draw }) => draw.kind === "choice" || draw.kind === "code") ?? found[0]);
  }
}

/** Nobody hears an accent, or a hyphen. */
function asSaid(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").replace(/-/g, " ");
}

/** Nor a comma. */
function withoutMarks(text: string): string {
  return text.toLowerCase().replace(/,/g, "");
}

/** "Mary, M, A, R, Y, Smith, S, M, I, T, H." */
function spelledName(name: string): string {
  const letters = (part: string): string => [...part.normalize("NFD").replace(/\P{L}/gu, "").toUpperCase()].join(", ");
  return `${name
    .split(/[\s-]/)
    .map((part) => `${part}, ${letters(part)}`)
    .join(", ")}.`;
}

const LETTER_WORDS =
  "apple boy cat david egg father girl house india john king london mother nancy orange peter queen river sugar tom umbrella village water xray yellow zebra".split(
    " ",
  );

/** "B for boy, R for river …": a name's parts are said before their letters. */
function withLetterWords(value: string, kind: Draw["kind"]): string {
  const bySigns = (part: string): string =>
    [...part.normalize("NFD").replace(/[^\p{L}\d]/gu, "")]
      .map((sign) => {
        const word = LETTER_WORDS.find((one) => one.startsWith(sign.toLowerCase()));
        return word === undefined ? sign : `${sign.toUpperCase()} for ${word}`;
      })
      .join(", ");
  if (kind === "code") return bySigns(value);
  if (kind === "name")
    return `${value
      .split(/[\s-]/)
      .map((part) => `${part}, ${bySigns(part)}`)
      .join(", ")}.`;
  const [local = "", host = ""] = value.split("@");
  return `${local.split(".").map(bySigns).join(", dot, ")}, at ${host.replace(/\./g, " dot ")}`;
}

function lastQuestion(heard: string): string {
  const sentences = heard.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  const last = sentences.at(-1) ?? "";
  return /[?]|please|naomba|tafadhali|dites|répét/i.test(last) && last.split(" ").length > 2
    ? last
    : sentences.slice(-2).join(" ");
}
