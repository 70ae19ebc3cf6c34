/** People: one person under all their numbers and addresses. */
export { addMet, type Met } from "./people/store.ts";
export { addSeededContacts, addSeededVisitors } from "./people/seeded/store.ts";
export { type Contacts, openContacts } from "./open.ts";
export { type Appointments, createAppointments } from "./appointments/appointments.ts";
export type { AppointmentStore, KnownAppointment } from "./appointments/store.ts";
export { inFull } from "./appointments/same-caller.ts";
export type { AppointmentContext } from "./appointments/free-times.ts";
export { createAfricasTalkingSms } from "./channels/africastalking.ts";
export { createWhatsApp } from "./channels/whatsapp.ts";
export { GRAPH_VERSION } from "./channels/meta.ts";
export { createPageTokens } from "./channels/meta-page-tokens.ts";
export { createMetaMessaging, graphHost } from "./channels/meta-messaging.ts";
export type {
  Attachment,
  CallAction,
  CallActionResult,
  CallPermission,
  CallPermissionAnswer,
  CallPermissionReply,
  CallSignal,
  ChannelCallReport,
  ChannelCalls,
  Delivered,
  MailFacts,
  Media,
  Outgoing,
  PlacedCallEvent,
  Posted,
  Received,
  Sent,
  TemplateUse,
  TextChannel,
} from "./channels/channel.ts";
export { createTelegram } from "./channels/telegram.ts";
export { createAddressDownload, createMediaDownload } from "./channels/meta-media.ts";
export { createTwilioSms } from "./channels/twilio.ts";
export { BASIC, EXTENDED, cutTo, cutToBytes, segmentsOf, splitIntoSegments } from "./channels/segments.ts";
export { filledBody } from "./channels/whatsapp-templates.ts";
export { plainText } from "./channels/plain-text.ts";
