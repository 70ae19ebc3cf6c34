/** The appointments that whoever is on the line may hear of and change. */
import { whose, type Desk } from "./free-times.ts";
import { localNow, minuteOf } from "./opening-hours.ts";
import { isSameName, isSameNumber, lastDigits } from "./same-caller.ts";
import type { AppointmentStore, KnownAppointment } from "./store.ts";

export interface Person {
  /** As they say it. */
  name?: string | undefined;
  phone?: string | undefined;
}

const COUNTRY = "KE";

export function appointmentsOfCallers(
  store: Pick<AppointmentStore, "endingWith">,
  now: () => Date,
): (desk: Desk, person: Person) => Promise<KnownAppointment[]> {
  return ofCaller;

  /** What lies ahead, of the line that calls; else of the number and the name that are said, both right. */
  async function ofCaller(desk: Desk, { phone, name }: Person): Promise<KnownAppointment[]> {
    const { callerNumber = "", country = COUNTRY } = desk;
    const own = await endingAs(desk, callerNumber, (one) =>
      [one.phone, one.caller].some((number) => isSameNumber(number, callerNumber, country)),
    );
    if (own.length > 0 || phone === undefined || name === undefined) return own;
    return endingAs(desk, phone, (one) => isSameNumber(one.phone, phone, country) && isSameName(one.name, name));
  }

  async function endingAs(desk: Desk, number: string, isTheirs: (one: KnownAppointment) => boolean): Promise<KnownAppointment[]> {
    const digits = lastDigits(number);
    if (digits === undefined) return [];
    const today = localNow(desk.timeZone, now());
    const found = await store.endingWith(whose(desk), today.day, digits);
    return found.filter((one) => isTheirs(one) && (one.day > today.day || minuteOf(one.time) > today.minute));
  }
}
