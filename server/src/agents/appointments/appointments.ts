import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createChanges, type Changes } from "./changes.ts";
import { createFreeTimes, nearest, OFFERED_TIMES, timesOf, Unreachable, whose, type Desk, type FreeTime } from "./free-times.ts";
import type { AppointmentStore } from "./store.ts";
import { answered, day, impossible, padded, time, type ToolAnswer } from "./tool-answers.ts";

/** It may have been booked all the same. */
const UNCERTAIN = "The calendar did not answer in time. It is not certain whether the time is booked.";

export interface Appointments extends Changes {
  check(desk: Desk, given: unknown): Promise<ToolAnswer>;
  book(desk: Desk, given: unknown): Promise<ToolAnswer>;
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
  return {
    check: (desk, given) => answered("booked", () => check(desk, given)),
    book: (desk, given) => answered("booked", () => book(desk, given)),
    ...createChanges(store, freeTimes, now),
  };

  async function check(desk: Desk, given: unknown): Promise<ToolAnswer> {
    const wish = Wish.safeParse(given);
    if (!wish.success) return impossible("booked", wish.error);
    const { date, time: wished } = wish.data;
    const free = timesOf(await freeTimes.on(desk, date));
    const near = nearest(free, wished).slice(0, OFFERED_TIMES);
    if (free.length === 0) return { ok: true, result: { date, available: false, ...(await freeTimes.closedOrFull(desk, date)) } };
    if (wished === undefined) return { ok: true, result: { date, available: true, free: near } };
    const fits = free.includes(padded(wished));
    return { ok: true, result: { date, time: padded(wished), available: fits, ...(fits ? {} : { free: near }) } };
  }

  async function book(desk: Desk, given: unknown): Promise<ToolAnswer> {
    const booking = Booking.safeParse(given);
    if (!booking.success) return impossible("booked", booking.error);
    const { name, date } = booking.data;
    const at = padded(booking.data.time);
    const free = await freeTimes.on(desk, date);
    const slot = free.find(({ time: one }) => one === at);
    if (!slot)
      return { ok: false, result: { booked: false, date, time: at, ...(await freeTimes.whyNot(desk, date, at, timesOf(free))) } };
    const reference = await keep(desk, booking.data, { at, slot });
    if (reference === undefined) {
      const others = timesOf(free).filter((one) => one !== at);
      const offered = nearest(others, at).slice(0, OFFERED_TIMES);
      return { ok: false, result: { booked: false, date, time: at, reason: "taken", free: offered } };
    }
    return { ok: true, result: { booked: true, reference, name, date, time: at } };
  }

  /** Its reference; undefined: somebody else was faster. */
  async function keep(desk: Desk, booking: Wished, { at, slot }: { at: string; slot: FreeTime }): Promise<string | undefined> {
    const { name, phone, reason, date } = booking;
    const id = randomUUID();
    const details = { name, phone: phone ?? null, reason: reason ?? null, caller: desk.callerNumber || null };
    const row = { id, ...whose(desk), callId: desk.callId, day: date, time: at, ...details, elsewhereUid: null };
    if (!desk.elsewhere) return (await store.add(row)) ? id.slice(0, 4).toUpperCase() : undefined;
    const kept = await desk.elsewhere.book({ startsAt: slot.startsAt, name, phone, notes: reason });
    if (kept === undefined) throw new Unreachable(UNCERTAIN);
    if (kept === "taken") return undefined;
    // So that the caller can move or cancel it; it stands where it is, also when this cannot be written.
    await store.add({ ...row, elsewhereUid: kept.uid }).catch(() => false);
    return kept.uid.slice(0, 4).toUpperCase();
  }
}

type Wished = z.output<typeof Booking>;
