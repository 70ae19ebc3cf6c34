/** Appointments that assistants book in calls. */
export { createAppointments, type Appointments, type ToolAnswer } from "./appointments.ts";
export type { Desk } from "./free-times.ts";
export { appointmentMigrations, createAppointmentStore } from "./store.ts";
