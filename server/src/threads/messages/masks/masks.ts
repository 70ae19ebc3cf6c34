/** Masks messages before they are stored, as calls do; the whole words stay sealed beside them, for good or for the conversation alone. */
import { randomUUID } from "node:crypto";
import { maskPersonal, nameIn } from "@ongea/conversation/values";
import { z } from "zod";
import { type MaskRules, type MaskingRules, NAMED_SLOT, rewriteTexts } from "../../../compliance/index.ts";
import type { Log } from "../../../platform/log/log.ts";
import { countryOf, isPhoneNumber } from "../../../platform/phone-number/phone-number.ts";
import type { Seal } from "../../../platform/secrets/seal.ts";
import type { MailFacts, TemplateUse } from "../../../contacts/index.ts";
import type { Masks, MessageRow, NewMessage, ThreadRow } from "../store.ts";
import type { Trace } from "../tables.ts";
import type { MaskStore } from "./store.ts";

export interface MasksParts {
  rules: Pick<MaskingRules, "of">;
  store: Pick<MaskStore, "seen" | "newest" | "change">;
  seal: Seal;
  /** BCP 47, of the thread's agent, until the person has written. */
  languageOf(thread: ThreadRow): Promise<string>;
  /** ISO 3166, of the installation. */
  country: string;
  log: Pick<Log, "warn">;
}

const MOST_NAMES = 50;
const LONGEST_NAME = 100;
const given = <T>() => z.custom<T>();
/** What of a message says something. */
const Whole = z.object({
  text: z.string(),
  trace: given<Trace>().nullish(),
  template: given<TemplateUse>().nullish(),
  mail: given<MailFacts>().nullish(),
  /** That were learnt from it. */
  names: z.array(z.string()).default([]),
});
type Words = Omit<z.output<typeof Whole>, "names">;
type Rewrite = (text: string) => string;

export function createMasks({ rules, store, seal, languageOf, country, log }: MasksParts): Masks {
  const opened = ({ id, whole }: Pick<MessageRow, "id" | "whole">): z.output<typeof Whole> | undefined => {
    if (whole === null) return undefined;
    try {
      return Whole.parse(JSON.parse(seal.open(whole, id)));
    } catch (error) {
      log.warn({ err: error, messageId: id }, "The whole words of a message cannot be opened; its masks stand for them");
      return undefined;
    }
  };
  const sealed = (id: string, words: Words, names: readonly string[] = []): string =>
    seal.close(JSON.stringify({ ...wordsOf(words), names }), id);

  /** What was written before somebody gave these names may hold them. */
  async function maskNames(
    thread: ThreadRow,
    { names, rewrite }: { names: readonly string[]; rewrite: Rewrite },
    { keepWhole }: MaskRules,
  ): Promise<void> {
    const parts = names.flatMap((name) => name.toLowerCase().split(/\s+/));
    for (const row of await store.newest(thread)) {
      const words = JSON.stringify(wordsOf(row)).toLowerCase();
      const masked = parts.some((part) => words.includes(part)) ? rewritten(row, rewrite) : undefined;
      if (!masked) continue;
      const isMasked = row.whole !== null || row.wholePasses;
      await store.change(row, isMasked ? masked : { ...masked, whole: sealed(row.id, row), wholePasses: !keepWhole });
    }
  }

  return {
    async mask(thread, message) {
      const masking = await rules.of(thread.workspaceId, thread.agentId);
      const { kinds, keepWhole } = masking;
      if (kinds.size === 0) return message;
      const seen = (await store.seen(thread)).filter(({ id }) => id !== message.id);
      const known = new Set(seen.flatMap((row) => opened(row)?.names ?? []));
      const asked = message.direction === "in" ? seen.find(({ direction }) => direction === "out") : undefined;
      const context = {
        language: thread.language || (await languageOf(thread)),
        country: (isPhoneNumber(thread.address) ? countryOf(thread.address) : undefined) ?? country,
      };
      const question = asked && { before: opened(asked)?.text ?? asked.text };
      // Who is asked for a name gives it next; of a number people may say first that they look for it.
      const learnt = kinds.has("name")
        ? namesIn(message, { ...context, ...(asked === seen[0] && question) }).filter((name) => !known.has(name))
        : [];
      const names = [...known, ...learnt].slice(0, MOST_NAMES);
      const nameless = new Set([...kinds].filter((kind) => kind !== "name"));
      const hideNames: Rewrite = (text) =>
        kinds.has("name") ? maskPersonal(text, { ...context, names, kinds: new Set(["name"]) }) : text;
      const hide: Rewrite = (text) => hideNames(maskPersonal(text, { ...context, ...question, kinds: nameless }));
      const isNew = learnt.length > 0 && known.size < MOST_NAMES;
      if (isNew) await maskNames(thread, { names: learnt, rewrite: hideNames }, masking);
      const masked = rewritten(message, hide);
      if (!masked) return message;
      const { id = randomUUID() } = message;
      return { ...message, ...masked, id, whole: sealed(id, message, learnt), wholePasses: !keepWhole };
    },
    whole(row) {
      const words = opened(row);
      return words ? { ...row, ...wordsOf({ ...row, ...words }) } : row;
    },
  };
}

function wordsOf({ text, trace = null, template = null, mail = null }: Words) {
  return { text, trace, template, mail };
}

/** Undefined: nothing of it changes. */
function rewritten(message: Words, rewrite: Rewrite) {
  const { text, trace, template, mail } = message;
  const words = {
    text: rewrite(text),
    ...(trace && { trace: rewriteTexts(trace, rewrite) }),
    ...(template && { template: { ...template, values: template.values.map((one) => ({ ...one, text: rewrite(one.text) })) } }),
    // Quotes may be long, and nobody is shown them.
    ...(mail && { mail: { id: mail.id, references: mail.references, subject: rewrite(mail.subject) } }),
  };
  const isSame = JSON.stringify(wordsOf(message)) === JSON.stringify(wordsOf({ ...message, ...words }));
  return isSame ? undefined : words;
}

/** Whom a person says to be, and whom the agent has put into a form. */
function namesIn({ direction, text, trace }: NewMessage, context: Parameters<typeof nameIn>[1]): string[] {
  const said = direction === "in" ? [nameIn(text, context)] : [];
  const filled = (trace?.messages ?? []).flatMap((one) => (one.role === "tool-call" ? namedIn(one.arguments) : []));
  return [...new Set([...said, ...filled])].flatMap((name) =>
    name === undefined || name.trim() === "" || name.length > LONGEST_NAME ? [] : [name],
  );
}

function namedIn(json: string): string[] {
  const values = z.record(z.string(), z.unknown()).safeParse(parsed(json)).data ?? {};
  return Object.entries(values).flatMap(([name, value]) => (NAMED_SLOT.test(name) && typeof value === "string" ? [value] : []));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
