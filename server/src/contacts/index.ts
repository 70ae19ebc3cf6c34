/** People: one person under all their numbers and addresses. */
export {
  addMet,
  addSeededContacts,
  addSeededVisitors,
  type Met,
  type SeededContact,
  type SeededVisitor,
} from "./people/store.ts";
export { type Contacts, openContacts } from "./open.ts";
export { type Appointments, createAppointments } from "./appointments/appointments.ts";
export type { AppointmentStore, KnownAppointment } from "./appointments/store.ts";
export { inFull } from "./appointments/same-caller.ts";
export type { AppointmentContext } from "./appointments/free-times.ts";
