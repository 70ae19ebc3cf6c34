/** Consents from a CSV file: each row with its proof, or the reason why it is left out. Pure. */
import { CONSENT_CHANNELS, CONSENT_PURPOSES, type Answer, type importConsents, LANGUAGES } from "@ongea/contract";
import { columnName, numberColumn } from "../../platform/phone-number/number-column.ts";
import { numberIn } from "../../platform/phone-number/number-cell.ts";
import { sanitizeText } from "../../platform/text.ts";
import type { NewConsent } from "./store.ts";

export type ConsentRowProblem = Answer<typeof importConsents>["refused"][number]["problem"];
export type ReadConsentRow = { consent: Omit<NewConsent, "workspaceId" | "recordedBy"> } | { problem: ConsentRowProblem };

/** With a zone, or a day alone, which then begins in UTC: a moment without a zone means another one on each machine. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d))?$/i;
const EARLIEST = Date.UTC(1990, 0, 1);

/** Undefined: a column is missing without which no row can be read. */
export function consentReader(
  header: readonly string[],
  { countries, now }: { countries: readonly string[]; now: Date },
): ((cells: readonly string[]) => ReadConsentRow) | undefined {
  const names = header.map((cell) => columnName(cell));
  const place = (name: string): number => names.indexOf(name);
  const at = {
    number: numberColumn(header) ?? -1,
    purpose: place("purpose"),
    given: place("given_at"),
    wording: place("wording"),
  };
  const more = { language: place("language"), proof: place("proof"), channel: place("channel") };
  if (Object.values(at).some((column) => column < 0) || more.language < 0 || more.proof < 0) return undefined;
  return (cells) => {
    const cell = (column: number, most = 500): string => sanitizeText((cells[column] ?? "").trim().slice(0, most));
    const number = numberIn(cell(at.number, 200), countries);
    if (!("number" in number)) return { problem: "bad_number" };
    const written = cell(at.given, 40);
    const given = MOMENT.test(written) ? Date.parse(written.replace(" ", "T")) : Number.NaN;
    if (!(given >= EARLIEST && given <= now.getTime())) return { problem: "bad_moment" };
    const [wording, proof] = [cell(at.wording, 1_000), cell(more.proof)];
    if (wording === "") return { problem: "no_wording" };
    if (proof === "") return { problem: "no_proof" };
    const purpose = CONSENT_PURPOSES.find((one) => one === cell(at.purpose).toLowerCase());
    const language = LANGUAGES.find((one) => one === cell(more.language).toLowerCase());
    const channel = CONSENT_CHANNELS.find((one) => one === (cell(more.channel).toLowerCase() || "any"));
    if (!purpose || !language || !channel) return { problem: "not_valid" };
    const consent = { number: number.number, purpose, channel, wording, language, proof, givenAt: new Date(given) };
    return { consent: { ...consent, means: "import", callId: null, atMs: null } };
  };
}
