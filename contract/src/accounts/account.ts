/** What existing clients ask of their account: who they are, what it may use, and what this product has none of. */
import { z } from "zod";
import { route } from "../wire/route.ts";

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
  does: "Connects a language model of one's own that speaks OpenAI's protocol, as POST /api/providers/own does; agents name it by its name.",
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
