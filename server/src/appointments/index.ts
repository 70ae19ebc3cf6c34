/** Appointments that assistants book in calls. */
export { createAppointments, type Appointments, type Desk, type ToolAnswer } from "./appointments.ts";
export { appointmentMigrations, createAppointmentStore } from "./store.ts";
