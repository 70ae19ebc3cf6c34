/** Appointments that assistants book, move and cancel in calls. */
export { createAppointments, type Appointments } from "./appointments.ts";
export type { Desk } from "./free-times.ts";
export { inFull } from "./same-caller.ts";
export {
  appointmentChangeMigrations,
  appointmentMigrations,
  createAppointmentStore,
  type AppointmentStore,
  type KnownAppointment,
} from "./store.ts";
export type { ToolAnswer } from "./tool-answers.ts";
