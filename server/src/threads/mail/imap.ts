/** E-mail in, by IMAP: the mailbox is opened for reading only, and nothing in it is changed. */
import { isIP } from "node:net";
import type { ImapFlow } from "imapflow";
import { isRecord } from "@ongea/conversation";
import type { MailProblem, MailSettings } from "@ongea/contract";
import { isCertificateProblem, MailFailure, reachMailServer } from "./reach.ts";

/** Up to where a mailbox has been read. Another `validity`: the server has numbered its mail anew. */
export interface MailPlace {
  validity: string;
  lastUid: number;
}

export interface RawMail {
  source: Buffer;
  /** Its end is missing: it is larger than is taken. */
  isCut: boolean;
  place: MailPlace;
}

export interface ReadingParts {
  imap: MailSettings["imap"];
  allowed: readonly string[];
  signal: AbortSignal;
  /** Of each step with the server. */
  stepMs?: number;
}

/** What came could not be stored. */
export class NotTaken extends Error {
  readonly place: MailPlace;
  constructor(place: MailPlace, cause: unknown) {
    super("An e-mail could not be stored", { cause });
    this.place = place;
  }
}

const STEP_MS = 10_000;
/** Mails of one visit; the rest follow at once. */
export const MOST_MAILS = 20;
const MOST_MAIL_BYTES = 12_582_912;
/** Of a larger one: its words stand at its beginning. */
const BEGINNING_BYTES = 524_288;

/** Where a mailbox ends now. Rejects with a {@link MailFailure}. */
export function endOfMailbox(parts: ReadingParts): Promise<MailPlace> {
  return inMailbox(parts, async (_, place) => place);
}

/**
 * Hands over what has come since then, the oldest first; what it rejects with ends the visit. True: there is more.
 * `since`: where the server has numbered anew, mail from that day on is read.
 */
export function readMailbox(
  parts: ReadingParts,
  { from, since }: { from: MailPlace; since: Date },
  take: (mail: RawMail) => Promise<void>,
): Promise<boolean> {
  return inMailbox(parts, async (client, end) => {
    const isSame = from.validity === end.validity;
    if (isSame && end.lastUid <= from.lastUid) return false;
    const query = isSame ? { uid: `${from.lastUid + 1}:*` } : { since };
    const found = (await client.search(query, { uid: true })) || [];
    // `*` names the last one, whatever its number.
    const uids = found.filter((uid) => !isSame || uid > from.lastUid).toSorted((one, other) => one - other);
    for (const uid of uids.slice(0, MOST_MAILS)) {
      parts.signal.throwIfAborted();
      const place = { validity: end.validity, lastUid: uid };
      const size = (await client.fetchOne(String(uid), { size: true }, { uid: true })) || undefined;
      const isCut = (size?.size ?? 0) > MOST_MAIL_BYTES;
      const limit = isCut ? BEGINNING_BYTES : MOST_MAIL_BYTES;
      const mail = (await client.fetchOne(String(uid), { source: { maxLength: limit } }, { uid: true })) || undefined;
      // Somebody has moved it meanwhile.
      await take({ source: mail?.source ?? Buffer.alloc(0), isCut, place }).catch((cause: unknown) => {
        throw new NotTaken(place, cause);
      });
    }
    return uids.length > MOST_MAILS;
  });
}

async function inMailbox<Found>(
  { imap, allowed, signal, stepMs = STEP_MS }: ReadingParts,
  use: (client: ImapFlow, end: MailPlace) => Promise<Found>,
): Promise<Found> {
  const { address, host, port, security, user, password } = await reachMailServer(imap, allowed);
  // Read when a mailbox is: most servers have none.
  const imapflow = await import("imapflow");
  signal.throwIfAborted();
  const client = new imapflow.ImapFlow({
    host: address,
    ...(isIP(host) === 0 && { servername: host }),
    port,
    secure: security === "tls",
    doSTARTTLS: security === "starttls",
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    maxLiteralSize: 2 * MOST_MAIL_BYTES,
  });
  // An error without a listener would end the process; each request rejects with it, too.
  client.on("error", () => undefined);
  const stop = (): void => client.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await client.connect();
    const box = await client.mailboxOpen(imap.folder, { readOnly: true }).catch((error: unknown) => {
      throw isRefused(error) ? new MailFailure("folder", { cause: error }) : error;
    });
    return await use(client, { validity: String(box.uidValidity), lastUid: box.uidNext - 1 });
  } catch (error) {
    if (signal.aborted || error instanceof MailFailure || error instanceof NotTaken) throw error;
    throw new MailFailure(problemOf(error), { cause: error });
  } finally {
    signal.removeEventListener("abort", stop);
    client.close();
  }
}

function problemOf(error: unknown): MailProblem {
  if (isRecord(error) && error["authenticationFailed"] === true) return "login";
  return isCertificateProblem(error) ? "certificate" : "unreachable";
}

/** The server has answered, and its answer is no. */
function isRefused(error: unknown): boolean {
  return isRecord(error) && error["responseStatus"] === "NO";
}
