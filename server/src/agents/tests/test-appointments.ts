/** A calendar that begins empty and is forgotten with its test. */
import type { AppointmentStore, KnownAppointment } from "../../contacts/index.ts";

export function createTestAppointments(): AppointmentStore {
  const rows: KnownAppointment[] = [];
  const at = (day: string, time: string): KnownAppointment | undefined =>
    rows.find((row) => row.day === day && row.time === time && !row.isCancelled);
  const digits = (text: string | null): string => (text ?? "").replace(/\D/g, "");
  const inOrder = (some: readonly KnownAppointment[]): KnownAppointment[] =>
    some.toSorted((a, b) => `${a.day} ${a.time}`.localeCompare(`${b.day} ${b.time}`));
  return {
    takenTimes: async (_owner, day) => rows.filter((row) => row.day === day && !row.isCancelled).map(({ time }) => time),
    async add(appointment) {
      if (at(appointment.day, appointment.time)) return false;
      rows.push({ ...appointment, isCancelled: false });
      return true;
    },
    endingWith: async (_owner, fromDay, ending) =>
      inOrder(
        rows.filter(({ day, phone, caller }) => day >= fromDay && [phone, caller].some((one) => digits(one).endsWith(ending))),
      ),
    bookedIn: async () => inOrder(rows),
    async cancel(_owner, id, when) {
      const row = at(when.day, when.time);
      if (row?.id !== id) return false;
      row.isCancelled = true;
      return true;
    },
    async move(_owner, id, { from, to, externalUid }) {
      const row = at(from.day, from.time);
      if (row?.id !== id) return "gone";
      if (at(to.day, to.time)) return "taken";
      Object.assign(row, to, { externalUid });
      return "moved";
    },
    rewriteOfCall: async () => {},
  };
}
