/** What a caller has answered to the question whether the call may be recorded stands in the ledger a moment after the call's end. */
import { LANGUAGES, type Entry, type Language } from "@ongea/contract";
import { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import type { ConsentStore, NewConsent } from "./store.ts";

/** A call that is over, as far as a consent in it goes. */
interface EndedCall {
  id: string;
  workspaceId: string;
  person: string | null;
  answeredAt: Date | null;
  traits: { language?: string };
}

/** What calls join with, once they are opened. */
export interface CallsWithConsents {
  whenEnded(listener: (db: Db, workspaceId: string, calls: readonly EndedCall[]) => Promise<void>): void;
  store: {
    read(call: CallKey): Promise<EndedCall | undefined>;
    entries(call: CallKey): Promise<Entry[]>;
  };
}

interface CallKey {
  id: string;
  workspaceId: string;
}

export interface ConsentFeedParts {
  store: Pick<ConsentStore, "add" | "withdrawAll">;
  tenancy: Pick<Tenancy, "of">;
  jobs: Pick<Jobs, "send" | "work">;
}

export const consentQueue: Queue<CallKey> = {
  name: "call-consents",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 30,
  againAfterSeconds: twiceAsLong({ first: 10, longest: 3_600, most: 8 }),
};

export function followConsents({ store, tenancy, jobs }: ConsentFeedParts, calls: CallsWithConsents): void {
  calls.whenEnded(async (_db, workspaceId, ended) => {
    const answered = ended.filter(({ answeredAt, person }) => answeredAt !== null && isPhoneNumber(person));
    for (const { id } of answered) await jobs.send(consentQueue, { id, workspaceId });
  });
  jobs.work(consentQueue, async (key) => {
    const call = await calls.store.read(key);
    if (!call?.answeredAt || !isPhoneNumber(call.person)) return;
    const answer = recordingAnswer(await calls.store.entries(key));
    if (!answer) return;
    const db = tenancy.of(call.workspaceId);
    if (answer.agreed) await store.add(db, consentOf(call, { ...answer, number: call.person, answeredAt: call.answeredAt }));
    else await store.withdrawAll(db, call.workspaceId, { numbers: [call.person], purposes: ["recording"], by: "declined" });
  });
}

interface RecordingAnswer {
  agreed: boolean;
  atMs: number;
  /** The question. */
  wording: string;
  language: string | undefined;
}

/** Undefined: nobody was asked, or the answer was neither. Pure. */
export function recordingAnswer(entries: readonly Entry[]): RecordingAnswer | undefined {
  let wording = "";
  let answer: RecordingAnswer | undefined;
  let language: string | undefined;
  for (const entry of entries) {
    if (entry.kind === "turn" && entry.by === "caller") language ??= entry.language;
    if (entry.kind !== "recording") continue;
    if (entry.how === "asked") wording = entry.text ?? "";
    if (entry.how === "agreed" || entry.how === "declined")
      answer = { agreed: entry.how === "agreed", atMs: Math.max(0, Math.round(entry.atMs)), wording, language: undefined };
  }
  return answer && { ...answer, language };
}

function consentOf(
  { id, workspaceId, traits }: EndedCall,
  { number, answeredAt, atMs, wording, language }: RecordingAnswer & { number: string; answeredAt: Date },
): NewConsent {
  return {
    workspaceId,
    number,
    purpose: "recording",
    channel: "call",
    wording,
    language: languageIn(traits.language) ?? languageIn(language) ?? "en",
    means: "spoken",
    proof: "",
    callId: id,
    atMs,
    givenAt: new Date(answeredAt.getTime() + atMs),
    recordedBy: "",
  };
}

function languageIn(tag: string | undefined): Language | undefined {
  const [plain] = tag?.split("-") ?? [];
  return LANGUAGES.find((one) => one === plain);
}
