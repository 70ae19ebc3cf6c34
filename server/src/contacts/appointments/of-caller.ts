/** The appointments that whoever is on the line may hear of and change. */
import { whose, type AppointmentContext } from "./free-times.ts";
import { localTime, parseMinute } from "../../platform/time/local-time.ts";
import { isSameName, isSameNumber, lastDigits } from "./same-caller.ts";
import type { AppointmentStore, KnownAppointment } from "./store.ts";

export interface Person {
  /** As they say it. */
  name?: string | undefined;
  phone?: string | undefined;
}

const COUNTRY = "KE";

export function appointmentsOfCallers(
  store: Pick<AppointmentStore, "endingWith" | "bookedIn">,
  now: () => Date,
): (context: AppointmentContext, person: Person) => Promise<KnownAppointment[]> {
  return ofCaller;

  /** What lies ahead, of this call and of the line that calls; else of the number and the name that are said, both right. */
  async function ofCaller(context: AppointmentContext, { phone, name }: Person): Promise<KnownAppointment[]> {
    const { callerNumber = "", country = COUNTRY } = context;
    const ofLine = await endingAs(context, callerNumber, (one) =>
      [one.phone, one.caller].some((number) => isSameNumber(number, callerNumber, country)),
    );
    // A number that is withheld, or was heard wrong, does not hide what was booked a minute ago.
    const booked = context.callId === null ? [] : await store.bookedIn(whose(context), context.callId);
    const here = ahead(context, booked).filter(({ id }) => ofLine.every((one) => one.id !== id));
    const own = [...ofLine, ...here].toSorted((a, b) => (`${a.day} ${a.time}` < `${b.day} ${b.time}` ? -1 : 1));
    if (own.length > 0 || phone === undefined || name === undefined) return own;
    return endingAs(context, phone, (one) => isSameNumber(one.phone, phone, country) && isSameName(one.name, name));
  }

  async function endingAs(
    context: AppointmentContext,
    number: string,
    isTheirs: (one: KnownAppointment) => boolean,
  ): Promise<KnownAppointment[]> {
    const digits = lastDigits(number);
    if (digits === undefined) return [];
    const today = localTime(now(), context.timeZone);
    return ahead(context, await store.endingWith(whose(context), today.day, digits)).filter(isTheirs);
  }

  function ahead(context: AppointmentContext, found: readonly KnownAppointment[]): KnownAppointment[] {
    const { day, minute } = localTime(now(), context.timeZone);
    return found.filter((one) => one.day > day || (one.day === day && parseMinute(one.time) > minute));
  }
}
