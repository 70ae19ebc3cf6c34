/** Telephone numbers that a workspace holds: found, rented, released, and led to an agent. */
import { keysOf } from "../wire/known-keys.ts";
import { z } from "zod";
import { Carrier, CARRIERS } from "./carriers.ts";
import { MissedCallSetting } from "./missed-calls.ts";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** Where numbers can be rented, with what they begin with there. */
export const NUMBER_COUNTRIES = { KE: "+254", NG: "+234", ZA: "+27", GH: "+233", TZ: "+255", US: "+1" } as const;
export type NumberCountry = keyof typeof NUMBER_COUNTRIES;
const Country = z.enum(keysOf(NUMBER_COUNTRIES));

/** What a rented number costs, in cents of the US dollar: each month, and each minute that somebody calls it. */
export const NUMBER_PRICE = { currency: "USD", monthMinor: 500, minuteMinor: 5 } as const;
/** Rent is due again after so many days. */
export const RENT_DAYS = 30;

/** The `telephony_provider` of a number that a demo workspace shows. */
export const EXAMPLE_NUMBER = "example";

export const PhoneNumber = z.object({
  /** 32 hexadecimal digits. */
  id: z.string(),
  phone_number: z.string(),
  agent_id: z.string().nullable(),
  /**
   * `sandbox`: no telephone network leads to it, only a SIP call to this server; `sip-trunk`: the installation's own, or of a trunk of the
   * workspace; `example`: shown by a demo workspace, rung by SIP on this server, never a caller ID; `twilio`, `plivo`: the workspace's own account there has it, and pays for it.
   */
  telephony_provider: z.string(),
  /** The workspace's own trunk that leads to it. */
  trunk_id: z.string().nullable(),
  /** "$5.0"; null for a number of the installation's own, and where its carrier does not say it. */
  price: z.string().nullable(),
  rented: z.boolean(),
  /** "17th Dec, 2026". */
  renewal_at: z.string().nullable(),
  /** The same as a moment. */
  renews_at: Moment.nullable(),
  /** Who rings is rejected and answered so; null: the agent answers the call. */
  missed_call: MissedCallSetting.nullable(),
  humanized_created_at: z.string(),
  created_at: Moment,
  humanized_updated_at: z.string(),
  updated_at: Moment,
});
export type PhoneNumber = z.output<typeof PhoneNumber>;

export const listPhoneNumbers = route({
  method: "GET",
  path: "/phone-numbers/all",
  who: "viewer",
  ofAgents: true,
  does: "The telephone numbers that this workspace holds, in order.",
  failed: "Get phone numbers failed",
  answer: z.array(PhoneNumber),
});

const Digits = z.string().regex(/^\+[1-9][0-9]{7,14}$/, "must be a number like +254301123456");
/** `twilio`, `plivo`: the workspace's own account there, where it is connected. Every other, and none, is the sandbox. */
const Provider = z.string().max(40).optional();

export const searchPhoneNumbers = route({
  method: "GET",
  path: "/phone-numbers/search",
  who: "viewer",
  does: "Numbers of a country that can be rented now, a few of them. `pattern`: digits that stand in them.",
  query: z.object({
    country: Country,
    pattern: z
      .string()
      .regex(/^[0-9]{1,12}$/, "must be digits")
      .optional(),
    region: z.string().max(80).optional(),
    provider: Provider,
  }),
  answer: z.array(
    z.object({
      region: z.string(),
      friendly_name: z.string().nullable(),
      locality: z.string().nullable(),
      phone_number: z.string(),
      provider: z.string(),
      /** A month, in `currency`; null where its carrier does not say it. */
      price: z.number().nullable(),
      currency: z.string(),
    }),
  ),
});

export const listNumberCarriers = route({
  method: "GET",
  path: "/phone-numbers/carriers",
  who: "viewer",
  does: "From whom this workspace can have numbers: the sandbox, and the telephone companies that it has connected.",
  answer: z.array(z.object({ provider: z.enum(["sandbox", ...CARRIERS]) })),
});

export const listImportableNumbers = route({
  method: "GET",
  path: "/phone-numbers/importable",
  who: "admin",
  does: "Numbers that the workspace's account at a telephone company has already, and nobody has here: its first hundred.",
  query: z.object({ provider: Carrier }),
  answer: z.array(z.object({ phone_number: z.string() })),
});

export const buyPhoneNumber = route({
  method: "POST",
  path: "/phone-numbers/buy",
  who: "admin",
  does: "Rents a number; the first month is charged at once. One that this workspace rents already is told again and charged once. A telephone company charges the workspace's own account there.",
  body: z.object({ country: Country, phone_number: Digits, provider: Provider }),
  answer: z.object({
    /** With dashes; each route takes it without them, too. */
    id: z.guid(),
    agent_id: z.string().nullable(),
    deleted: z.boolean(),
    renewal: z.boolean(),
    payment_uuid: z.uuid(),
    phone_number: z.string(),
    /** In cents of the currency that its carrier charges; 0 where the carrier does not say it. */
    price: z.number(),
    telephony_provider: z.string(),
    telephony_sid: z.string(),
    created_at: Moment,
    updated_at: Moment,
  }),
});

export const importPhoneNumber = route({
  method: "POST",
  path: "/phone-numbers/import",
  who: "admin",
  does: "Takes in a number that the workspace's account at a telephone company has already. Nothing is bought.",
  body: z.object({ provider: Carrier, phone_number: Digits }),
  answer: PhoneNumber,
});

const NumberId = z.string().regex(/^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$/, "must be a number's id");

export const releasePhoneNumber = route({
  method: "DELETE",
  path: "/phone-numbers/:phone_number_id",
  who: "admin",
  does: "Gives a rented number back: it rings nobody here any more, and whoever comes first may rent it.",
  params: z.object({ phone_number_id: NumberId }),
  answer: z.object({ message: z.string(), state: z.literal("deleted") }),
});

const Inbound = z.object({ url: z.string().nullable(), phone_number: z.string(), id: z.string() });

export const setUpInbound = route({
  method: "POST",
  path: "/inbound/setup",
  who: "agent_manager",
  ofAgents: true,
  does: "Leads a number to an agent, in place of the one before. Menus by keys (`ivr_config`) are refused unless they are off (`enabled: false`).",
  body: z.object({
    agent_id: z.uuid(),
    phone_number_id: NumberId,
    allow_multiple: z.boolean().nullish(),
    ivr_config: z
      .looseObject({ enabled: z.boolean().optional(), steps: z.array(z.unknown()).optional() })
      .refine(({ enabled, steps = [] }) => enabled === false || (enabled === undefined && steps.length === 0), {
        error:
          "menus by keys are not available: leave it out or send enabled: false, and let the agent ask the caller and transfer the call",
      })
      .nullish(),
  }),
  answer: Inbound,
});

export const unlinkInbound = route({
  method: "POST",
  path: "/inbound/unlink",
  who: "agent_manager",
  ofAgents: true,
  does: "No agent answers this number any more.",
  body: z.object({ phone_number_id: NumberId }),
  answer: Inbound,
});

export const setMissedCall = route({
  method: "PUT",
  path: "/api/phone-numbers/:phone_number_id/missed-call",
  who: "admin",
  does: "Has a number reject who rings, at no cost to the caller, and answer by a call back or a text message; null: its agent answers the call.",
  params: z.object({ phone_number_id: NumberId }),
  body: z.object({ missed_call: MissedCallSetting.nullable() }),
  answer: PhoneNumber,
});
