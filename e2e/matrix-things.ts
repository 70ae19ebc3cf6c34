/** What a workspace has one of, made where it has none. */
import * as contract from "@ongea/contract";
import type { Client } from "@ongea/contract";

export const NOT_THERE = "5b1f0f0e-7a55-4c1e-9d0b-0c9f1d2e3a4b";

/**
 * Of what nobody has here, it is asked from outside elsewhere: in server/src/calls/webhooks, server/src/agents/documents/splits, server/src/outcomes and
 * server/src/threads/{text-messages,files,checks}, and in server/src/insights/{gaps,saved-boards,saved-filters,board-mails,topics}.
 */
export const NOT_HERE = {
  delivery_id: NOT_THERE,
  filter_id: NOT_THERE,
  sender_id: NOT_THERE,
  message_id: NOT_THERE,
  passkey_id: NOT_THERE,
  disposition_id: NOT_THERE,
  extraction_id: NOT_THERE,
  sub_account_id: NOT_THERE,
  split_id: NOT_THERE,
  gap_id: NOT_THERE,
  topic_id: NOT_THERE,
  suggestion_id: NOT_THERE,
  board_id: NOT_THERE,
  mail_id: NOT_THERE,
  file_id: NOT_THERE,
  replay_id: NOT_THERE,
  check_id: NOT_THERE,
};

export async function firstCall(client: Client, agentId: string): Promise<string> {
  const { execution_id } = await client.call(contract.startBrowserCall, { body: { agent_id: agentId } });
  await client.call(contract.stopCall, { params: { execution_id } });
  return execution_id;
}

export async function firstBatch(client: Client, agentId: string): Promise<contract.Batch> {
  const bytes = new TextEncoder().encode("contact_number\n+254712345678\n");
  const form = [
    { name: "agent_id", value: agentId },
    { name: "file", value: { fileName: "ours.csv", bytes } },
  ];
  const { batch_id } = await client.call(contract.createBatch, { form });
  return client.call(contract.readBatch, { params: { batch_id } });
}

export async function firstSample(client: Client): Promise<contract.VoiceSample> {
  const { data: voices } = await client.call(contract.listVoices);
  return client.call(contract.makeVoiceSample, { body: { voice_id: voices[0]?.id ?? "", text: "Ours." } });
}

/** With a run of it. */
export async function firstAgentTest(client: Client, agent_id: string): Promise<{ test_id: string; test_run_id: string }> {
  const params = { agent_id };
  const [old] = (await client.call(contract.listAgentTests, { params })).data;
  const body = { name: "Ours", lines: ["Goodbye"], checks: [{ kind: "ended" as const }] };
  const test = old ?? (await client.call(contract.createAgentTest, { params, body }));
  const [before] = (await client.call(contract.listAgentTestRuns, { params })).data;
  const run = before ?? (await client.call(contract.runAgentTests, { params, body: {} }));
  return { test_id: test.id, test_run_id: run.id };
}

export async function firstCheckRule(client: Client): Promise<string> {
  const [old] = (await client.call(contract.listCheckRules)).data;
  const body = contract.CheckRuleDraft.parse({ name: "Ours", kind: "discloses_ai" });
  return (old ?? (await client.call(contract.createCheckRule, { body }))).id;
}

export async function firstMcpServer(client: Client): Promise<string> {
  const [old] = (await client.call(contract.listMcpServers)).data;
  const body = { name: "ours", url: "https://mcp.example.com/mcp" };
  return (old ?? (await client.call(contract.createMcpServer, { body }))).id;
}

async function firstCallNote(client: Client, execution_id: string): Promise<string> {
  const params = { execution_id };
  const [old] = (await client.call(contract.listCallNotes, { params })).data;
  return (old ?? (await client.call(contract.addCallNote, { params, body: { text: "Ours" } }))).id;
}

export async function firstPhone(client: Client): Promise<string> {
  const [old] = (await client.call(contract.listPhones)).data;
  return (old ?? (await client.call(contract.createPhone, { body: { name: "Ours" } }))).id;
}

/** With a note. */
export async function firstContact(client: Client): Promise<{ contact_id: string; note_id: string }> {
  const [old] = (await client.call(contract.listContacts, { query: { q: "Ours" } })).data;
  const identities = [{ kind: "external" as const, value: crypto.randomUUID() }];
  const { id: contact_id } = old ?? (await client.call(contract.createContact, { body: { name: "Ours", identities } }));
  const { notes } = await client.call(contract.readContact, { params: { contact_id } });
  const [note = await client.call(contract.addContactNote, { params: { contact_id }, body: { text: "Ours" } })] = notes;
  return { contact_id, note_id: note.id };
}

/** Somebody has written by a widget. */
export async function firstThread(client: Client, agent_id: string): Promise<string> {
  const [old] = (await client.call(contract.listThreads, { query: {} })).data;
  if (old) return old.id;
  const origin = "https://www.example.com";
  const { key } = await client.call(contract.createWidget, { body: { agent_id, name: "Ours", origins: [origin], chat: true } });
  const { visitor } = await client.call(contract.openWidgetChat, { body: { key, origin } });
  const message = { key, origin, visitor, id: crypto.randomUUID(), text: "Ours" };
  await client.call(contract.writeInWidgetChat, { body: message });
  return firstThread(client, agent_id);
}

async function firstConsent(client: Client): Promise<string> {
  const [old] = (await client.call(contract.listConsents, { query: {} })).data;
  const said = { number: "+254712345678", purpose: "marketing", channel: "any", wording: "Ours", language: "en", means: "form" };
  return (old ?? (await client.call(contract.recordConsent, { body: contract.ConsentDraft.parse(said) }))).id;
}

/** Of a call: what is kept of it. */
export async function firstRecords(client: Client, execution_id: string) {
  return {
    call_note_id: await firstCallNote(client, execution_id),
    hold_id: await firstHold(client, execution_id),
    consent_id: await firstConsent(client),
  };
}

async function firstHold(client: Client, execution_id: string): Promise<string> {
  const [old] = (await client.call(contract.listLegalHolds, { query: {} })).data;
  return (old ?? (await client.call(contract.placeLegalHold, { body: { execution_id, reason: "Ours" } }))).id;
}

export async function firstLead(client: Client): Promise<contract.Lead> {
  const body = { name: "A visitor", email: "visitor@example.com", message: "Hello" };
  await client.call(contract.sendContactMessage, { body });
  const [lead] = (await client.call(contract.listLeads, { query: {} })).data;
  if (!lead) throw new Error("The message is in no inbox");
  return lead;
}
