/** Brings people the e-mails that wait for them: each at most once, no more than so many an hour, and nothing to somebody who has left. */
import type { MailKind } from "@ongea/contract";
import type { Log } from "../../platform/log/log.ts";
import type { Letter, Mail } from "../../platform/mail/mail.ts";
import { localTime, momentOf } from "../../platform/time/local-time.ts";
import type { DigestChoice, DigestStore } from "./digests/store.ts";
import { isUnreached, refusedBy } from "./hand-over.ts";
import type { DigestFigures, Letters } from "./letters.ts";
import type { MailedEvent, MemberKey, NotificationStore, Recipient } from "./store.ts";

export interface DeliverParts {
  store: NotificationStore;
  digests: DigestStore;
  mail: Pick<Mail, "send">;
  letters: Letters;
  homeId: string;
  log: Log;
  /** Somebody who still belongs to the workspace. */
  recipient(member: MemberKey): Promise<Recipient | undefined>;
  /** Those of these events that there still are, the oldest first. */
  events(workspaceId: string, ids: readonly string[]): Promise<readonly (Omit<MailedEvent, "mailKind"> & { id: string })[]>;
  figures(workspaceId: string, from: Date, to: Date): Promise<DigestFigures>;
}

type End = { state: "sent" | "ended" } | { retryAt: Date };

const FIRST_RETRY_S = 30;
const LONGEST_RETRY_S = 3_600;
const DAY_MS = 86_400_000;

/** Thrown where the SMTP server is not there at all: whatever else waits, waits on. */
class NobodyThere extends Error {}

/** One round. Never rejects because of an e-mail. */
export async function deliverMails(parts: DeliverParts, now: Date, signal: AbortSignal): Promise<void> {
  try {
    for (const member of await parts.store.due(now)) await deliverTo(parts, member, { now, signal });
    await deliverDigests(parts, now, signal);
  } catch (error) {
    if (!(error instanceof NobodyThere)) throw error;
  }
  await parts.store.tidy(now);
}

/** The kinds that somebody may be told of at all. */
export function offeredTo(
  { workspaceId, operator }: Pick<Recipient, "workspaceId" | "operator">,
  kinds: readonly MailKind[],
  homeId: string,
): MailKind[] {
  return kinds.filter((kind) => kind !== "lead.received" || (operator && workspaceId === homeId));
}

async function deliverTo(
  { store, mail, letters, homeId, log, recipient, events }: DeliverParts,
  member: MemberKey,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const to = await recipient(member);
  // They have left meanwhile, and what waited for them went with them.
  if (!to) return;
  const { kinds } = await store.choice(member, to.role);
  await store.drop(member, to.proven ? offeredTo(to, kinds, homeId) : [], now);
  for (;;) {
    signal.throwIfAborted();
    const claimed = await store.claim(member, now);
    if (!claimed) return;
    const there = await events(
      member.workspaceId,
      claimed.events.map(({ id }) => id),
    );
    const told = there.flatMap((event) => {
      const mailKind = claimed.events.find(({ id }) => id === event.id)?.mailKind;
      return mailKind ? [{ ...event, mailKind }] : [];
    });
    const [first] = told;
    if (!first) {
      await store.settle(member, claimed.id, { state: "ended" });
      continue;
    }
    const letter = claimed.isSummary ? letters.summary(to, told) : letters.event(to, first);
    const end = await handOver({ mail, log }, letter, { id: claimed.id, attempts: claimed.attempts, now });
    if (end.settled) await store.settle(member, claimed.id, end.settled);
    if (end.isUnreached) throw new NobodyThere();
  }
}

async function deliverDigests(parts: DeliverParts, now: Date, signal: AbortSignal): Promise<void> {
  for await (const page of parts.digests.chosen())
    for (const choice of page) {
      signal.throwIfAborted();
      const { day, minute } = localTime(now, choice.timeZone);
      // Hours that a change of clocks leaves out are over then, and those that come twice belong to one day.
      if (minute >= choice.hour * 60) await deliverDigest(parts, choice, { day, now });
    }
}

async function deliverDigest(
  { digests, mail, letters, log, recipient, figures }: DeliverParts,
  choice: DigestChoice,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const attempts = await digests.claim(choice, day, now);
  if (attempts === undefined) return;
  let settled: End | undefined = { retryAt: new Date(now.getTime() + retrySeconds(attempts) * 1_000) };
  let isNobodyThere = false;
  try {
    const to = await recipient(choice);
    const { name, from, until } = dayBefore(day, choice.timeZone);
    const sums = to?.proven ? await figures(choice.workspaceId, from, until) : undefined;
    if (!to || !sums || isEmpty(sums)) settled = { state: "ended" };
    else {
      const id = `${choice.workspaceId}.${choice.userId}.${day}`;
      const end = await handOver({ mail, log }, letters.digest(to, name, sums), { id, attempts, now });
      settled = end.settled;
      isNobodyThere = end.isUnreached;
    }
  } finally {
    if (settled) await digests.settle(choice, day, settled);
  }
  if (isNobodyThere) throw new NobodyThere();
}

interface Attempt {
  id: string;
  attempts: number;
  now: Date;
}

/** `settled` is undefined where nobody knows whether it was taken: it stays as it is, and is not sent again. */
async function handOver(
  { mail, log }: Pick<DeliverParts, "mail" | "log">,
  letter: Letter,
  { id, attempts, now }: Attempt,
): Promise<{ settled: End | undefined; isUnreached: boolean }> {
  try {
    await mail.send({ ...letter, id });
    return { settled: { state: "sent" }, isUnreached: false };
  } catch (error) {
    const refused = refusedBy(error);
    log.warn({ err: error, attempts, refused }, "A notification could not be sent by e-mail");
    const retryAt = new Date(now.getTime() + retrySeconds(attempts) * 1_000);
    const settled: End | undefined = refused === "again" ? { retryAt } : refused === "never" ? { state: "ended" } : undefined;
    return { settled, isUnreached: isUnreached(error) };
  }
}

function retrySeconds(attempts: number): number {
  return Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** Math.min(10, attempts - 1));
}

function isEmpty({ calls, rulesFailed, batches }: DigestFigures): boolean {
  return calls + rulesFailed + batches === 0;
}

/** From its first moment to that of the day after, also where clocks are changed. */
function dayBefore(day: string, timeZone: string): { name: string; from: Date; until: Date } {
  const today = new Date(`${day}T00:00:00Z`);
  const yesterday = new Date(today.getTime() - DAY_MS);
  return {
    name: yesterday.toISOString().slice(0, 10),
    from: momentOf(yesterday, 0, timeZone),
    until: momentOf(today, 0, timeZone),
  };
}
