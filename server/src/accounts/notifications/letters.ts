/** E-mails about what happened, as text and as simple HTML, in the reader's language. Pure. */
import type { ActivityEvent, EventKind } from "@ongea/contract";
import type { Letter } from "../../platform/mail/mail.ts";
import type { MailedEvent, Recipient } from "./store.ts";
import type { Subscriptions } from "./unsubscribe.ts";
import { sentencesOf, type MailSentences } from "./sentences.ts";
import { type Draft, htmlOf, oneLine, textOf } from "./letter-body.ts";

export interface DigestFigures {
  calls: number;
  answered: number;
  failed: number;
  goalsReached: number;
  /** Hundredths of the US dollar. */
  costCents: number;
  rulesFailed: number;
  batches: number;
}

export interface LettersParts {
  /** Of the installation. */
  publicUrl: string;
  subscriptions: Subscriptions;
}

export interface Letters {
  event(to: Recipient, event: MailedEvent): Letter;
  summary(to: Recipient, events: readonly MailedEvent[]): Letter;
  /** Of a day, `YYYY-MM-DD`. */
  digest(to: Recipient, day: string, figures: DigestFigures): Letter;
  /** Of a board, which its reader can stop alone. */
  figures(to: Recipient, figures: FigureLetter): Letter;
}

export interface FigureLetter {
  /** Of the schedule. */
  mailId: string;
  subject: string;
  lines: readonly string[];
  rows: readonly (readonly [string, string])[];
  /** Within the installation. */
  path: string;
}

export function createLetters({ publicUrl, subscriptions }: LettersParts): Letters {
  const at = (path: string): string => new URL(path, publicUrl).href;
  const write = (to: Recipient, draft: Draft): Letter => {
    const words = sentencesOf(to.language);
    const token = subscriptions.token({ workspaceId: to.workspaceId, userId: to.userId, kind: draft.kind });
    const query = new URLSearchParams({ token }).toString();
    const links = { thing: draft.link, stop: at(`/unsubscribe?${query}`), settings: at("/dashboard/settings/notifications") };
    return {
      to: to.email,
      subject: draft.subject,
      text: textOf(words, draft, { links, workspace: to.workspace }),
      html: htmlOf(words, draft, { links, workspace: to.workspace }),
      headers: {
        "List-Unsubscribe": `<${at(`/api/unsubscribe?${query}`)}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
      },
    };
  };
  return {
    figures: (to, { mailId, subject, lines, rows, path }) =>
      write(to, { subject: oneLine(subject), lines, rows, link: at(path), kind: `board.${mailId}` }),
    event(to, event) {
      const words = sentencesOf(to.language);
      const title = words[titleOf(event.kind)];
      const about = aboutOf(event, words);
      const subject = `${title}${about === "" ? "" : `: ${about}`}`;
      const lines = [`${title}.`, ...(about === "" ? [] : [about])];
      return write(to, { subject, lines, link: at(placeOf(event)), kind: event.mailKind });
    },
    summary(to, events) {
      const words = sentencesOf(to.language);
      const kinds = new Map<keyof MailSentences, number>();
      for (const { kind } of events) kinds.set(titleOf(kind), (kinds.get(titleOf(kind)) ?? 0) + 1);
      const number = new Intl.NumberFormat(words.locale);
      const subject = words.more.replace("{count}", number.format(events.length));
      const rows = [...kinds].map(([title, count]) => [words[title], number.format(count)] as const);
      return write(to, { subject, lines: [], rows, link: at("/dashboard/activity"), kind: events[0]?.mailKind ?? "call.failed" });
    },
    digest(to, day, figures) {
      const words = sentencesOf(to.language);
      const number = new Intl.NumberFormat(words.locale);
      const date = new Intl.DateTimeFormat(words.locale, { dateStyle: "full", timeZone: "UTC" }).format(
        new Date(`${day}T00:00:00Z`),
      );
      const cost = new Intl.NumberFormat(words.locale, { style: "currency", currency: "USD" }).format(figures.costCents / 100);
      const rows = (
        [
          [words.calls, figures.calls],
          [words.answered, figures.answered],
          [words.goals, figures.goalsReached],
          [words.failed, figures.failed],
          [words.rules, figures.rulesFailed],
          [words.batches, figures.batches],
        ] as const
      ).map(([name, value]) => [name, number.format(value)] as const);
      const subject = `${to.workspace}: ${date}`;
      return write(to, { subject, lines: [date], rows: [...rows, [words.cost, cost]], link: at("/dashboard"), kind: "digest" });
    },
  };
}

function titleOf(kind: EventKind): keyof MailSentences {
  if (kind === "batch.finished") return "batch_finished";
  if (kind === "batch.failed") return "batch_failed";
  if (kind === "credit.low") return "credit_low";
  if (kind === "lead.received") return "lead_received";
  return kind === "rule.failed" ? "rule_failed" : "call_failed";
}

/** Without the number of the person who was called: an e-mail cannot be erased. */
function aboutOf({ details: { name, amount, currency } }: MailedEvent, { locale }: MailSentences): string {
  if (typeof amount === "number" && typeof currency === "string")
    return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount / 100);
  return oneLine(String(name ?? ""));
}

function placeOf({ subject, kind }: { subject: ActivityEvent["subject"]; kind: EventKind }): string {
  if (subject?.kind === "call") return `/dashboard/call-history/${subject.id}`;
  if (subject?.kind === "thread") return `/dashboard/messages/${subject.id}`;
  if (subject?.kind === "lead") return "/dashboard/settings/leads";
  if (subject?.kind === "batch") return `/dashboard/batches/${subject.id}`;
  if (kind === "rule.failed") return "/dashboard/compliance";
  return kind === "credit.low" ? "/dashboard/settings/balance" : "/dashboard/activity";
}
