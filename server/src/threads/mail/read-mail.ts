/** What one mail is: something a person wrote, an answer of a machine, a bounce of ours, or nothing for an agent. */
import { createHash } from "node:crypto";
import { MailAddress, type MessageFailure } from "@ongea/contract";
import type { Attachment as ParsedFile, ParsedMail } from "mailparser";
import { keywordIn } from "../../compliance/index.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import type { Attachment, Delivered } from "../../contacts/index.ts";
import { visibleText } from "./visible-text.ts";

export interface MailSource {
  source: Buffer;
  isCut: boolean;
}

const MOST_HTML = 500_000;
const MOST_WHOLE = 100_000;
const MOST_FILES = 10;
const MOST_REFERENCES = 20;
const MOST_FILE_BYTES = 5_242_880;
/** Pictures of signatures, which stand within the text. */
const MOST_LOGO_BYTES = 20_480;
const LONGEST_SUBJECT = 300;
const LONGEST_NAME = 200;
const LONGEST_ID = 500;
const REPORT_BYTES = 262_144;

/** Loaded when a mailbox is read, and before: its server waits for nobody. */
export const mailParser = () => import("mailparser");

/** Undefined: nothing for an agent. `own`: the address that it was fetched for. Rejects when the source cannot be read at all. */
export async function readMail({ source, isCut }: MailSource, own: string): Promise<Delivered | undefined> {
  if (source.length === 0) return undefined;
  const { simpleParser } = await mailParser();
  const mail = await simpleParser(source, { skipImageLinks: true, skipTextToHtml: true, maxHtmlLengthToParse: MOST_HTML });
  const header = headerIn(mail);
  if (/report-type="?delivery-status/i.test(header("content-type"))) return bounceIn(source, own);
  const from = MailAddress.safeParse(mail.from?.value[0]?.address ?? "").data;
  if (from === undefined || from === own || isOfList(header)) return undefined;
  const isAutomatic = isOfMachine(header);
  if (isAutomatic && /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/.test(from)) return undefined;
  const whole = (mail.text ?? "").slice(0, MOST_WHOLE).trim();
  const words = visibleText(whole);
  const subject = oneLine(mail.subject ?? "").slice(0, LONGEST_SUBJECT);
  const references = [mail.references ?? [], mail.inReplyTo ?? []].flat().filter(isId);
  const isReply = references.length > 0 || /^re:/i.test(subject);
  const id = isId(mail.messageId ?? "") ? (mail.messageId ?? "") : "";
  const attachments = mail.attachments.filter(isFile).slice(0, MOST_FILES).map(attachmentBy(isCut));
  const asks = optOutIn(words, subject);
  const name = oneLine(mail.from?.value[0]?.name ?? "").slice(0, LONGEST_NAME);
  const shown = [isReply ? "" : subject, words, ...attachments.map((one) => `[file] ${one.name}`.trim())];
  return {
    kind: "message",
    ref: digestOf([id, from, header("date"), subject, whole, ...(id === "" ? [source] : [])]),
    from,
    to: own,
    text: shown.filter((part) => part !== "").join("\n\n") || "[empty]",
    ...(name && { name }),
    ...(asks && { asks }),
    ...(isAutomatic && { isAutomatic }),
    attachments,
    mail: {
      id,
      subject,
      references: [...new Set(references)].slice(-MOST_REFERENCES),
      ...(whole !== words && { whole: sanitizeForPostgres(whole) }),
    },
  };
}

/** Of each header the first; empty: it is not there. */
function headerIn({ headerLines }: ParsedMail): (name: string) => string {
  return (name) => {
    const line = headerLines.find(({ key }) => key === name)?.line ?? "";
    return line.slice(line.indexOf(":") + 1).trim();
  };
}

function isOfList(header: (name: string) => string): boolean {
  if (header("list-id") !== "" || /^(?:bulk|list|junk)$/i.test(header("precedence"))) return true;
  // Answers of agents have it, too, beside their own mark.
  return header("list-unsubscribe") !== "" && header("auto-submitted") === "";
}

/** RFC 3834, and what was there before it. */
function isOfMachine(header: (name: string) => string): boolean {
  const submitted = header("auto-submitted");
  if (submitted !== "" && !/^no\b/i.test(submitted)) return true;
  if (/^<\s*>$/.test(header("return-path")) || /^auto.?reply$/i.test(header("precedence"))) return true;
  return ["x-autoreply", "x-autorespond", "x-autoresponder"].some((name) => header(name) !== "");
}

/** Also what the button of a mail program writes by List-Unsubscribe. */
function optOutIn(words: string, subject: string): "stop" | "start" | undefined {
  const inSubject = keywordIn(subject);
  if (inSubject === "stop" && (words === "" || /^unsubscribe$/i.test(subject.trim()))) return "stop";
  return keywordIn(words);
}

const REASONS: readonly (readonly [status: RegExp, reason: MessageFailure])[] = [
  [/^5\.1\./, "bad_number"],
  [/^(?:5\.2|[45]\.4|4\.)/, "unreachable"],
  [/^5\.7/, "blocked"],
];

/** Of a mail of ours, which is known by its own id; a report about another is nothing. */
function bounceIn(source: Buffer, own: string): Delivered | undefined {
  const text = source.subarray(0, REPORT_BYTES).toString("latin1");
  const domain = own.slice(own.lastIndexOf("@") + 1).replaceAll(".", "\\.");
  const ref = new RegExp(`<[0-9a-f]{8}-[0-9a-f-]{27}@${domain}>`, "i").exec(text)?.[0];
  if (ref === undefined || !/^action:\s*failed/im.test(text)) return undefined;
  const status = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(text)?.[1] ?? "";
  const [, reason] = REASONS.find(([of]) => of.test(status)) ?? [];
  return { kind: "report", ref, to: "nobody", state: "failed", reason: reason ?? "provider" };
}

function isFile({ related, size }: ParsedFile): boolean {
  return !related || size > MOST_LOGO_BYTES;
}

function attachmentBy(isCut: boolean): (file: ParsedFile) => Attachment {
  return ({ filename = "", content }) => ({
    name: oneLine(filename).replaceAll(/[\\/]/g, "_").slice(0, LONGEST_NAME),
    bytes: isCut || content.length > MOST_FILE_BYTES ? undefined : content,
  });
}

function isId(written: string): boolean {
  return /^<[^<>\s]+>$/.test(written) && written.length <= LONGEST_ID;
}

function oneLine(text: string): string {
  return sanitizeForPostgres(text)
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}

function digestOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\u0000");
  return hash.digest("base64url");
}
