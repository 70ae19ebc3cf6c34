/** What existing clients ask of their account: who they are, what it may use, and what this product has none of. */
import { z } from "zod";
import { route } from "./route.ts";

const readUserMe = {
  method: "GET",
  who: "viewer",
  does: "Says whose key asks, the balance in hundredths of its currency, and how many calls may run and run now.",
  answer: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string().nullable(),
    wallet: z.number(),
    concurrency: z.object({ max: z.number(), current: z.number() }),
  }),
} as const;

export const readUser = route({ ...readUserMe, path: "/user/me" });
export const readUserAlias = route({ ...readUserMe, path: "/me" });

export const addCustomModel = route({
  method: "POST",
  path: "/user/model/custom",
  who: "admin",
  does: "Connects a language model of one's own that speaks OpenAI's protocol, as POST /api/providers/own does; assistants name it by its name.",
  body: z.object({
    custom_model_name: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .regex(/[a-z0-9]/iu, { error: "must have a letter or a digit" }),
    custom_model_url: z.url({ protocol: /^https?$/ }).max(2_000),
  }),
  answer: z.object({ message: z.literal("model added successfully"), status: z.literal("added") }),
});

const Message = z.object({ message: z.string() });
/** Whatever an id looks like: there is none that would be found. */
const AnyId = z.string().min(1).max(200);
const Anything = z.looseObject({});

const Trunk = z.looseObject({ id: z.string(), name: z.string() });
const TrunkId = z.object({ trunk_id: AnyId });
const BY_OPERATOR = "A trunk is a setting of the installation (SIP_TRUNK), not of a workspace:";

export const listTrunks = route({
  method: "GET",
  path: "/sip-trunks/trunks",
  who: "viewer",
  does: `${BY_OPERATOR} the list is empty.`,
  query: z.object({ is_active: z.string().max(10).optional() }),
  answer: z.array(Trunk),
});
export const createTrunk = route({
  method: "POST",
  path: "/sip-trunks/trunks",
  who: "admin",
  does: `${BY_OPERATOR} always refused with trunk.by_operator.`,
  body: Anything,
  status: 201,
  answer: Trunk,
});
const oneTrunk = { who: "admin", params: TrunkId, does: `${BY_OPERATOR} always refused with trunk.not_found.` } as const;
export const readTrunk = route({
  ...oneTrunk,
  who: "viewer",
  method: "GET",
  path: "/sip-trunks/trunks/:trunk_id",
  answer: Trunk,
});
export const changeTrunk = route({
  ...oneTrunk,
  method: "PATCH",
  path: "/sip-trunks/trunks/:trunk_id",
  body: Anything,
  answer: Trunk,
});
export const deleteTrunk = route({ ...oneTrunk, method: "DELETE", path: "/sip-trunks/trunks/:trunk_id", answer: Message });
export const addTrunkNumber = route({
  ...oneTrunk,
  method: "POST",
  path: "/sip-trunks/trunks/:trunk_id/numbers",
  body: Anything,
  status: 201,
  answer: Trunk,
});
export const listTrunkNumbers = route({
  ...oneTrunk,
  who: "viewer",
  method: "GET",
  path: "/sip-trunks/trunks/:trunk_id/numbers",
  answer: z.array(Trunk),
});
export const removeTrunkNumber = route({
  ...oneTrunk,
  method: "DELETE",
  path: "/sip-trunks/trunks/:trunk_id/numbers/:trunk_number_id",
  params: TrunkId.extend({ trunk_number_id: AnyId }),
  answer: Message,
});

const SubAccount = z.looseObject({ id: z.string(), name: z.string() });
const SubAccountId = z.object({ sub_account_id: AnyId });
const Day = z.string().max(40).optional();
const NO_SUB_ACCOUNTS = "There are no sub-accounts, a workspace stands by itself:";
const oneSubAccount = {
  who: "admin",
  params: SubAccountId,
  does: `${NO_SUB_ACCOUNTS} always refused with sub_account.not_found.`,
} as const;

export const createSubAccount = route({
  method: "POST",
  path: "/sub-accounts/create",
  who: "admin",
  does: `${NO_SUB_ACCOUNTS} always refused with sub_account.not_offered.`,
  body: z.looseObject({ name: z.string().min(1).max(200) }),
  answer: SubAccount,
});
export const listSubAccounts = route({
  method: "GET",
  path: "/sub-accounts/all",
  who: "viewer",
  does: `${NO_SUB_ACCOUNTS} the list is empty.`,
  answer: z.array(SubAccount),
});
export const readUsageOfSubAccounts = route({
  method: "GET",
  path: "/sub-accounts/all/usage",
  who: "viewer",
  does: `${NO_SUB_ACCOUNTS} the list is empty.`,
  query: z.object({ from: Day, to: Day }),
  answer: z.array(SubAccount),
});
export const readSubAccountUsage = route({
  ...oneSubAccount,
  who: "viewer",
  method: "GET",
  path: "/sub-accounts/:sub_account_id/usage",
  query: z.object({ from: Day, to: Day }),
  answer: SubAccount,
});
export const changeSubAccount = route({
  ...oneSubAccount,
  method: "PATCH",
  path: "/sub-accounts/:sub_account_id",
  body: Anything,
  answer: SubAccount,
});
export const deleteSubAccount = route({
  ...oneSubAccount,
  method: "DELETE",
  path: "/sub-accounts/:sub_account_id",
  answer: z.object({ message: z.literal("success"), state: z.literal("deleted") }),
});

export const listViolations = route({
  method: "GET",
  path: "/violations/list",
  who: "viewer",
  does: "Lists what a carrier complained of. No carrier tells this product of complaints: the list is empty.",
  query: z.object({
    status: z.enum(["pending", "accepted", "rejected", "submitted"]).optional(),
    page_number: z.coerce.number().int().min(1).max(100_000).default(1),
    page_size: z.coerce.number().int().min(1).max(50).default(20),
  }),
  answer: z.object({
    data: z.array(z.looseObject({ id: z.string() })),
    total: z.number(),
    limit: z.number(),
    offset: z.number(),
    has_more: z.boolean(),
  }),
});
export const submitViolation = route({
  method: "POST",
  path: "/violations/submit",
  who: "agent_manager",
  does: "Answers a complaint with a file. There are none: always refused with violation.not_found.",
  upload: { types: ["multipart/form-data"], mostBytes: 10_000_000 },
  answer: Message,
});
