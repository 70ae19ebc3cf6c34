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
export { dialectOf } from "./dialects.ts";
export { type SignedRequest, type Told, type WebhookDialect } from "./webhooks.ts";
