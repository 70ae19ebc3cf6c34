/** The calendar of an assistant's appointments, where it is one at Cal.com: its document names an event type, its workspace has connected an account. */
import { createCalCalendar } from "@ongea/providers";
import { z } from "zod";
import { type AppointmentContext, inFull } from "../../contacts/index.ts";

type CalendarElsewhere = NonNullable<AppointmentContext["elsewhere"]>;

export interface CalendarParts {
  /** The key of the workspace's Cal.com; undefined: none is connected, or it is refused. */
  calendarKey(workspaceId: string): Promise<string | undefined>;
  /** Instead of Cal.com's own address. */
  calUrl?: string | undefined;
  /** ISO 3166: of numbers that are said without a country's code. */
  country: string;
}

export interface CalendarOrder {
  workspaceId: string;
  callId: string | null;
  timeZone: string;
  /** Of the person who calls, or is called. */
  callerNumber: string;
  /** As the document describes it. */
  calendar: unknown;
  signal: AbortSignal;
}

const EventType = z.looseObject({
  param: z.looseObject({ eventTypeId: z.coerce.number().int().min(1) }),
});

/** Undefined: appointments are kept here. */
export function externalCalendar(order: CalendarOrder, parts: CalendarParts | undefined): CalendarElsewhere | undefined {
  const event = EventType.safeParse(order.calendar);
  if (!parts || !event.success) return undefined;
  const { workspaceId, callId, timeZone, signal } = order;
  const { eventTypeId } = event.data.param;
  const opened = async (): Promise<ReturnType<typeof createCalCalendar> | undefined> => {
    const key = await parts.calendarKey(workspaceId);
    return key === undefined ? undefined : createCalCalendar({ key, eventTypeId, timeZone, baseUrl: parts.calUrl });
  };
  return {
    async free(from, to) {
      const free = await (await opened())?.free(from, to, signal);
      return free instanceof Map ? free : undefined;
    },
    async book({ startsAt, name, phone, notes }) {
      const number = inFull(phone, parts.country) ?? inFull(order.callerNumber, parts.country);
      const booked = await (await opened())?.book({ startsAt, name, phone: number, notes, callId: callId ?? undefined }, signal);
      if (booked === undefined || booked === "taken") return booked;
      return "uid" in booked ? booked : undefined;
    },
    async cancel(uid) {
      const cancelled = await (await opened())?.cancel(uid, signal);
      return typeof cancelled === "string" ? cancelled : undefined;
    },
    async move(uid, startsAt) {
      const moved = await (await opened())?.move(uid, startsAt, signal);
      if (moved === undefined || typeof moved === "string") return moved;
      return "uid" in moved ? moved : undefined;
    },
  };
}
