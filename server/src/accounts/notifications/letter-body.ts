/** A letter as plain text and as HTML. Pure. */
import type { Subscription } from "./unsubscribe.ts";
import type { MailSentences } from "./sentences.ts";

export interface Draft {
  subject: string;
  lines: readonly string[];
  /** Name and value. */
  rows?: readonly (readonly [string, string])[];
  link: string;
  kind: Subscription["kind"];
}

interface Around {
  links: { thing: string; stop: string; settings: string };
  workspace: string;
}

export function textOf(words: MailSentences, { lines, rows = [] }: Draft, { links, workspace }: Around): string {
  return [
    ...lines,
    ...rows.map(([name, value]) => `${name}: ${value}`),
    "",
    `${words.open}: ${links.thing}`,
    "",
    "-- ",
    words.why.replace("{workspace}", workspace),
    `${words.settings}: ${links.settings}`,
    `${words.stop}: ${links.stop}`,
    "",
  ].join("\n");
}

export function htmlOf(words: MailSentences, { lines, rows = [] }: Draft, { links, workspace }: Around): string {
  const body = [
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    ...(rows.length > 0 ? [`<table cellpadding="4">${rows.map(rowOf).join("")}</table>`] : []),
    `<p><a href="${escaped(links.thing)}">${escaped(words.open)}</a></p>`,
    "<hr>",
    `<p><small>${escaped(words.why.replace("{workspace}", workspace))}<br>`,
    `<a href="${escaped(links.settings)}">${escaped(words.settings)}</a> · `,
    `<a href="${escaped(links.stop)}">${escaped(words.stop)}</a></small></p>`,
  ].join("\n");
  const direction = words.locale === "ar" ? "rtl" : "ltr";
  return `<!doctype html>\n<html lang="${words.locale}" dir="${direction}"><body dir="${direction}">\n${body}\n</body></html>\n`;
}

function rowOf([name, value]: readonly [string, string]): string {
  return `<tr><td>${escaped(name)}</td><td align="right"><b>${escaped(value)}</b></td></tr>`;
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}

/** Of a header, however an agent, a file or a board is named. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 120);
}
