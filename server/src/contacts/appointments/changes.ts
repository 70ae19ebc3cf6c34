/** Cancels and moves what a caller has booked: theirs alone, and never without being told which one. */
import { z } from "zod";
import { offered, timesOf, Unreachable, whose, type AppointmentContext, type FreeTimes } from "./free-times.ts";
import { weekdayName } from "./days.ts";
import { appointmentsOfCallers } from "./of-caller.ts";
import type { AppointmentStore, KnownAppointment, When } from "./store.ts";
import { answered, day, impossible, padded, time, type Done, type ToolAnswer } from "./tool-answers.ts";

export interface Changes {
  /** Without day and time it says which ones there are, and cancels nothing. */
  cancel(context: AppointmentContext, given: unknown): Promise<ToolAnswer>;
  /** The same: without the day and the time of the one that is meant it moves nothing. */
  move(context: AppointmentContext, given: unknown): Promise<ToolAnswer>;
}

const Person = { name: z.string().trim().max(200).optional(), phone: z.string().trim().max(40).optional() };
const Which = z.looseObject({ ...Person, date: day.optional(), time: time.optional() });
const Move = Which.extend({ new_date: day.optional(), new_time: time.optional() });
type Which = z.output<typeof Which>;

const MOST_LISTED = 5;
const NOT_CONNECTED = "This appointment is kept in a calendar that is not connected any more.";
const UNCERTAIN: Record<Exclude<Done, "booked">, string> = {
  cancelled: "The calendar did not answer in time. It is not certain whether the appointment is cancelled.",
  moved: "The calendar did not answer in time. It is not certain whether the appointment is moved.",
};

export function createChanges(store: AppointmentStore, freeTimes: FreeTimes, now: () => Date): Changes {
  const ofCaller = appointmentsOfCallers(store, now);
  return {
    cancel: (context, given) => answered("cancelled", () => cancel(context, given)),
    move: (context, given) => answered("moved", () => move(context, given)),
  };

  async function cancel(context: AppointmentContext, given: unknown): Promise<ToolAnswer> {
    const wish = Which.safeParse(given);
    if (!wish.success) return impossible("cancelled", wish.error);
    const known = await ofCaller(context, wish.data);
    const when = whenOf(wish.data);
    if (!when) return listed("cancelled", known, wish.data);
    const meant = known.find((one) => isAt(one, when) && !one.isCancelled);
    if (!meant) {
      // Whoever asks twice is told that it is done. One that is left may be this one, moved meanwhile.
      if (known.some((one) => isAt(one, when)) && known.every((one) => one.isCancelled)) return done("cancelled", when);
      return noSuch("cancelled", known, wish.data);
    }
    if (meant.externalUid !== null) {
      if (!context.elsewhere) throw new Unreachable(NOT_CONNECTED);
      if ((await context.elsewhere.cancel(meant.externalUid)) === undefined) throw new Unreachable(UNCERTAIN.cancelled);
    }
    if (await store.cancel(whose(context), meant.id, when)) return done("cancelled", when);
    // Another call was faster: it has cancelled it, or moved it.
    const left = await ofCaller(context, wish.data);
    return left.find(({ id }) => id === meant.id)?.isCancelled ? done("cancelled", when) : noSuch("cancelled", left, wish.data);
  }

  async function move(context: AppointmentContext, given: unknown): Promise<ToolAnswer> {
    const wish = Move.safeParse(given);
    if (!wish.success) return impossible("moved", wish.error);
    const known = await ofCaller(context, wish.data);
    const { new_date: date, new_time: at } = wish.data;
    const when = whenOf(wish.data);
    if (!when) return listed("moved", known, wish.data);
    if (date === undefined || at === undefined)
      return { ok: false, result: { moved: false, reason: "not_understood", complaints: ["new_date and new_time are needed"] } };
    const to = { day: date, time: padded(at) };
    const meant = known.find((one) => isAt(one, when) && !one.isCancelled);
    if (known.some((one) => isAt(one, to) && !one.isCancelled) && (!meant || isAt(meant, to))) return done("moved", to);
    return meant ? moveTo(context, meant, to) : noSuch("moved", known, wish.data);
  }

  async function moveTo(context: AppointmentContext, meant: KnownAppointment, to: When): Promise<ToolAnswer> {
    if ((meant.externalUid !== null) !== (context.elsewhere !== undefined)) throw new Unreachable(NOT_CONNECTED);
    const free = await freeTimes.on(context, to.day);
    const slot = free.find(({ time: one }) => one === to.time);
    const refused = { moved: false, ...shown(to) };
    if (!slot) return { ok: false, result: { ...refused, ...(await freeTimes.whyNot(context, to.day, to.time, timesOf(free))) } };
    let externalUid: string | null = null;
    let outcome: "moved" | "taken" | "gone" = "moved";
    if (meant.externalUid !== null && context.elsewhere) {
      const kept = await context.elsewhere.move(meant.externalUid, slot.startsAt);
      if (kept === undefined) throw new Unreachable(UNCERTAIN.moved);
      if (typeof kept === "string") outcome = kept;
      else externalUid = kept.uid;
    }
    const from = { day: meant.day, time: meant.time };
    if (outcome === "moved") outcome = await store.move(whose(context), meant.id, { from, to, externalUid });
    if (outcome === "moved") return done("moved", to);
    if (outcome === "gone") return noSuch("moved", [], meant);
    const others = timesOf(free).filter((one) => one !== to.time);
    return { ok: false, result: { ...refused, reason: "taken", ...offered(others, to.time) } };
  }
}

function whenOf({ date, time: at }: Which): When | undefined {
  return date === undefined || at === undefined ? undefined : { day: date, time: padded(at) };
}

function isAt(one: When, when: When): boolean {
  return one.day === when.day && one.time === when.time;
}

function shown({ day: date, time: at }: When): { date: string; weekday: string; time: string } {
  return { date, weekday: weekdayName(date), time: at };
}

function inList(known: readonly KnownAppointment[]): ReturnType<typeof shown>[] {
  return known
    .filter(({ isCancelled }) => !isCancelled)
    .slice(0, MOST_LISTED)
    .map(shown);
}

function listed(what: Done, known: readonly KnownAppointment[], person: Person): ToolAnswer {
  const appointments = inList(known);
  if (appointments.length > 0) return { ok: true, result: { [what]: false, appointments } };
  return { ok: true, result: { [what]: false, appointments, reason: "none_found", ...needed(known, person) } };
}

function noSuch(what: Done, known: readonly KnownAppointment[], person: Person): ToolAnswer {
  const appointments = inList(known);
  return { ok: false, result: { [what]: false, reason: "no_such_appointment", appointments, ...needed(known, person) } };
}

/** Of a line with appointments nothing is needed; else both say whose they are. */
function needed(known: readonly KnownAppointment[], { phone, name }: Person): { needs?: string[] } {
  return known.length > 0 || (phone !== undefined && name !== undefined) ? {} : { needs: ["phone", "name"] };
}

interface Person {
  phone?: string | null | undefined;
  name?: string | undefined;
}

function done(what: Done, when: When): ToolAnswer {
  return { ok: true, result: { [what]: true, ...shown(when) } };
}
