/** Message templates as the Graph API has them (developers.facebook.com/docs/whatsapp/business-management-api/message-templates). */
import type { MessageTemplate } from "@ongea/contract";
import { z } from "zod";
import { expectIn, type Rest } from "../../platform/fetch/rest.ts";
import type { TemplateUse } from "./channel.ts";

const Component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(z.unknown()).optional(),
});
const Template = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  components: z.array(Component).default([]),
});
const Page = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
});

const FIELDS = "name,language,status,components";
const MOST_PAGES = 5;
const VARIABLE = /\{\{\s*(\w{1,60})\s*\}\}/g;
const STATES: Readonly<Record<string, MessageTemplate["state"]>> = {
  APPROVED: "approved",
  PENDING: "pending",
  IN_APPEAL: "pending",
  REJECTED: "rejected",
  PAUSED: "paused",
};

/** At most 500. Rejects with a RestFailure. */
export async function listTemplatesBy(ask: Rest, { version, account }: { version: string; account: string }) {
  const found: MessageTemplate[] = [];
  let after = "";
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ fields: FIELDS, limit: "100", ...(after && { after }) });
    const path = `/${version}/${encodeURIComponent(account)}/message_templates?${query.toString()}`;
    const { data, paging } = expectIn(Page, await ask({ method: "GET", path }));
    found.push(...data.flatMap((one) => templateIn(Template.safeParse(one).data)));
    after = paging?.cursors?.after ?? "";
    if (paging?.next === undefined || after === "") break;
  }
  return found;
}

function templateIn(given: z.output<typeof Template> | undefined): MessageTemplate[] {
  const body = given?.components.find(({ type }) => type === "BODY")?.text;
  if (!given || body === undefined) return [];
  const { name, language, status, components } = given;
  const state = STATES[status] ?? "other";
  const isPlain = components.every(
    (one) => one.type === "BODY" || ((one.format ?? "TEXT") === "TEXT" && !JSON.stringify(one).includes("{{")),
  );
  return [{ name, language, state, body, variables: variablesIn(body), can_send: state === "approved" && isPlain }];
}

function variablesIn(body: string): string[] {
  return [...new Set([...body.matchAll(VARIABLE)].map(([, name = ""]) => name))];
}

/** As the person reads it. */
export function filledBody(body: string, values: TemplateUse["values"]): string {
  const texts = new Map(values.map(({ name, text }) => [name, text]));
  return body.replace(VARIABLE, (whole, name: string) => texts.get(name) ?? whole);
}

/** As the Graph API sends it. */
export function templateJson({ name, language, values }: TemplateUse): object {
  const isNamed = values.some((one) => !/^\d+$/.test(one.name));
  const parameters = values.map((one) => ({ type: "text", text: one.text, ...(isNamed && { parameter_name: one.name }) }));
  const components = parameters.length > 0 ? [{ type: "body", parameters }] : [];
  return { name, language: { code: language }, components };
}
