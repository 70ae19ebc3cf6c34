/** A calendar at Cal.com (API v2): which times of an event type are free, booking one, moving and cancelling it. Never throws, and never repeats the key. */
import { z } from "zod";
import { askJson, type CheckRefusal, type JsonAnswer } from "../check/ask-json.ts";

export interface CalOptions {
  key: string;
  eventTypeId: number;
  /** IANA name: days and times are those of this zone. */
  timeZone: string;
  baseUrl?: string | undefined;
  timeoutMs?: number | undefined;
}

export interface CalSlot {
  /** `HH:MM` there. */
  time: string;
  /** ISO 8601 with offset. */
  startsAt: string;
}

export interface CalBooking {
  startsAt: string;
  name: string;
  /** With its country's code. */
  phone?: string | undefined;
  notes?: string | undefined;
  callId?: string | undefined;
}

type Refused = Pick<CheckRefusal, "problem" | "says">;

export interface CalCalendar {
  /** By day (`YYYY-MM-DD`), both ends included. */
  free(from: string, to: string, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly CalSlot[]> | Refused>;
  /** `taken`: somebody else has it by now. */
  book(booking: CalBooking, signal?: AbortSignal): Promise<{ uid: string } | "taken" | Refused>;
  /** `gone`: there is none of that uid, or it is cancelled already. */
  cancel(uid: string, signal?: AbortSignal): Promise<"cancelled" | "gone" | Refused>;
  /** It has another uid afterwards. */
  move(uid: string, startsAt: string, signal?: AbortSignal): Promise<{ uid: string } | "taken" | "gone" | Refused>;
}

const BASE_URL = "https://api.cal.com";
const SLOTS_VERSION = "2024-09-04";
const BOOKINGS_VERSION = "2024-08-13";
const TIMEOUT_MS = 6_000;
const MOST_METADATA = 500;
const DAY_AND_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/;
/** In which words it says that somebody was faster. */
const TAKEN = /already has booking at this time|not available|no_available_users_found|already booked/i;

/** In which words it says that there is nothing left to cancel or to move. */
const GONE = /(?:already|is|has been|been) cancell?ed|been rescheduled|not found/i;

const Slots = z.object({ data: z.record(z.string(), z.array(z.object({ start: z.string().regex(DAY_AND_TIME) }))) });
const Booked = z.object({ data: z.object({ uid: z.string().min(1).max(200) }) });

export function createCalCalendar({
  key,
  eventTypeId,
  timeZone,
  baseUrl = BASE_URL,
  timeoutMs = TIMEOUT_MS,
}: CalOptions): CalCalendar {
  const headers = (version: string) => ({ authorization: `Bearer ${key}`, "cal-api-version": version });
  const limits = (signal: AbortSignal | undefined) => ({ timeoutMs, ...(signal ? { signal } : {}) });
  return {
    async free(from, to, signal) {
      const url = new URL("v2/slots", `${baseUrl}/`);
      const query = { eventTypeId: String(eventTypeId), start: from, end: to, timeZone };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const answer = await askJson({ url, headers: headers(SLOTS_VERSION), secrets: [key] }, limits(signal));
      if (!answer.ok) return refusedBy(answer);
      const known = Slots.safeParse(answer.json);
      if (!known.success) return ODD;
      const days = new Map<string, CalSlot[]>();
      for (const { start } of Object.values(known.data.data).flat()) {
        const [, day = "", time = ""] = DAY_AND_TIME.exec(start) ?? [];
        if (day < from || day > to || Number.isNaN(Date.parse(start))) continue;
        days.set(day, [...(days.get(day) ?? []), { time, startsAt: start }]);
      }
      return days;
    },
    async book({ startsAt, name, phone, notes, callId }, signal) {
      const body = {
        eventTypeId,
        start: new Date(startsAt).toISOString(),
        attendee: { name, timeZone, ...(phone === undefined ? {} : { phoneNumber: phone }) },
        ...(notes ? { bookingFieldsResponses: { notes: notes.slice(0, MOST_METADATA) } } : {}),
        ...(callId === undefined ? {} : { metadata: { execution_id: callId } }),
      };
      const answer = await post("v2/bookings", body, signal);
      if (!answer.ok) return isTaken(answer) ? "taken" : refusedBy(answer);
      const booked = Booked.safeParse(answer.json);
      return booked.success ? { uid: booked.data.data.uid } : ODD;
    },
    async cancel(uid, signal) {
      const body = { cancellationReason: "Cancelled by telephone" };
      const answer = await post(`v2/bookings/${encodeURIComponent(uid)}/cancel`, body, signal);
      if (answer.ok) return "cancelled";
      return isGone(answer) ? "gone" : refusedBy(answer);
    },
    async move(uid, startsAt, signal) {
      const body = { start: new Date(startsAt).toISOString(), reschedulingReason: "Moved by telephone" };
      const answer = await post(`v2/bookings/${encodeURIComponent(uid)}/reschedule`, body, signal);
      if (!answer.ok) return isTaken(answer) ? "taken" : isGone(answer) ? "gone" : refusedBy(answer);
      const moved = Booked.safeParse(answer.json);
      return moved.success ? { uid: moved.data.data.uid } : ODD;
    },
  };

  function post(path: string, body: object, signal: AbortSignal | undefined): Promise<JsonAnswer> {
    const url = new URL(path, `${baseUrl}/`);
    return askJson({ url, headers: headers(BOOKINGS_VERSION), body: JSON.stringify(body), secrets: [key] }, limits(signal));
  }
}

const ODD: Refused = { problem: "unreachable", says: "Cal.com answers something else than expected" };

function refusedBy({ problem, says }: Refused): Refused {
  return { problem, says };
}

function isTaken(answer: Exclude<JsonAnswer, { ok: true }>): boolean {
  return answer.status === 409 || (answer.status === 400 && TAKEN.test(answer.says));
}

function isGone(answer: Exclude<JsonAnswer, { ok: true }>): boolean {
  return answer.status === 404 || (answer.status === 400 && GONE.test(answer.says));
}
