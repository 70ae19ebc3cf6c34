import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createChanges, type Changes } from "./changes.ts";
import { createFreeTimes, offered, timesOf, Unreachable, whose, type AppointmentContext, type FreeTime } from "./free-times.ts";
import { weekdayName } from "./days.ts";
import { appointmentsOfCallers } from "./of-caller.ts";
import type { AppointmentStore } from "./store.ts";
import { answered, day, impossible, padded, time, type ToolAnswer } from "./tool-answers.ts";

/** It may have been booked all the same. */
const UNCERTAIN = "The calendar did not answer in time. It is not certain whether the time is booked.";

export interface Appointments extends Changes {
  check(context: AppointmentContext, given: unknown): Promise<ToolAnswer>;
  book(context: AppointmentContext, given: unknown): Promise<ToolAnswer>;
}

const Wish = z.looseObject({ date: day, time: time.optional() });
const Booking = z.looseObject({
  name: z.string().trim().min(1).max(200),
  phone: z.string().trim().max(40).optional(),
  date: day,
  time,
  reason: z.string().trim().max(500).optional(),
});

/** `now` is the wall clock. */
export function createAppointments(store: AppointmentStore, now: () => Date): Appointments {
  const freeTimes = createFreeTimes(store, now);
  const ofCaller = appointmentsOfCallers(store, now);
  return {
    check: (context, given) => answered("booked", () => check(context, given)),
    book: (context, given) => answered("booked", () => book(context, given)),
    ...createChanges(store, freeTimes, now),
  };

  async function check(context: AppointmentContext, given: unknown): Promise<ToolAnswer> {
    const wish = Wish.safeParse(given);
    if (!wish.success) return impossible("booked", wish.error);
    const { date, time: wished } = wish.data;
    const free = timesOf(await freeTimes.on(context, date));
    const on = { date, weekday: weekdayName(date) };
    if (free.length === 0)
      return { ok: true, result: { ...on, available: false, ...(await freeTimes.closedOrFull(context, date, wished)) } };
    if (wished === undefined) return { ok: true, result: { ...on, available: true, ...offered(free, wished) } };
    const at = padded(wished);
    if (free.includes(at)) return { ok: true, result: { ...on, time: at, available: true } };
    const isTheirs = await isOwn(context, date, at);
    const why = { ...(await freeTimes.whyNot(context, date, at, free)), ...(isTheirs ? { yours: true } : {}) };
    return { ok: true, result: { ...on, time: at, available: false, ...why } };
  }

  /** The caller has booked it themselves. */
  async function isOwn(context: AppointmentContext, date: string, at: string): Promise<boolean> {
    const known = await ofCaller(context, {});
    return known.some((one) => one.day === date && one.time === at && !one.isCancelled);
  }

  async function book(context: AppointmentContext, given: unknown): Promise<ToolAnswer> {
    const booking = Booking.safeParse(given);
    if (!booking.success) return impossible("booked", booking.error);
    const { name, date } = booking.data;
    const at = padded(booking.data.time);
    const free = await freeTimes.on(context, date);
    const slot = free.find(({ time: one }) => one === at);
    const on = { date, weekday: weekdayName(date), time: at };
    if (!slot) {
      const isTheirs = await isOwn(context, date, at);
      const why = { ...(await freeTimes.whyNot(context, date, at, timesOf(free))), ...(isTheirs ? { yours: true } : {}) };
      return { ok: false, result: { booked: false, ...on, ...why } };
    }
    const reference = await keep(context, booking.data, { at, slot });
    if (reference === undefined) {
      const others = timesOf(free).filter((one) => one !== at);
      return { ok: false, result: { booked: false, ...on, reason: "taken", ...offered(others, at) } };
    }
    const phone = booking.data.phone ?? (context.callerNumber || undefined);
    return { ok: true, result: { booked: true, reference, name, ...on, ...(phone === undefined ? {} : { phone }) } };
  }

  /** Its reference; undefined: somebody else was faster. */
  async function keep(
    context: AppointmentContext,
    booking: Wished,
    { at, slot }: { at: string; slot: FreeTime },
  ): Promise<string | undefined> {
    const { name, phone, reason, date } = booking;
    const id = randomUUID();
    const details = { name, phone: phone ?? null, reason: reason ?? null, caller: context.callerNumber || null };
    const row = { id, ...whose(context), callId: context.callId, day: date, time: at, ...details, externalUid: null };
    if (!context.elsewhere) return (await store.add(row)) ? id.slice(0, 4).toUpperCase() : undefined;
    const kept = await context.elsewhere.book({ startsAt: slot.startsAt, name, phone, notes: reason });
    if (kept === undefined) throw new Unreachable(UNCERTAIN);
    if (kept === "taken") return undefined;
    // So that the caller can move or cancel it; it stands where it is, also when this cannot be written.
    await store.add({ ...row, externalUid: kept.uid }).catch(() => false);
    return kept.uid.slice(0, 4).toUpperCase();
  }
}

type Wished = z.output<typeof Booking>;
