/** Telephone companies that a workspace has an account at: numbers, calls, and what they tell us. */
export {
  CarrierFailure,
  type CarrierAccount,
  type CarrierName,
  type MonthlyPrice,
  type OfferedNumber,
  type OwnedNumber,
} from "./account.ts";
export { createCarrierDirectory, type CarrierDirectory } from "./directory.ts";
export { createNonces, type Nonces } from "./nonces.ts";
export { carrierNonceMigrations, createNonceStore } from "./store.ts";
export { dialectOf } from "./dialects.ts";
export { type SignedRequest, type Told, type WebhookDialect } from "./webhooks.ts";
export { createAfricasTalking, type AfricasTalking, type AfricasTalkingParts } from "./africastalking/account.ts";
export {
  dialXml,
  EMPTY_XML,
  isHook,
  REJECT_XML,
  sessionIn,
  type SessionEnd,
  type SessionNews,
} from "./africastalking/webhooks.ts";
