/** Somebody who is called asks for a text message: the agent reads it back, sends it after a yes, and says what became of it. */
import {
  AgentDocument,
  changeAgent,
  connectProvider,
  conversationOf,
  createSender,
  listAgents,
  listThreads,
  placeCall,
  readAgent,
  readCall,
  sayInCall,
} from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  startAfricasTalkingSmsPeer,
  type AfricasTalkingSmsPeer,
} from "../server/src/contacts/channels/testing/africastalking-sms-peer.ts";
import { freePort } from "./phones/free-port.ts";
import { hasSipp, startSipp, type RunningSipp } from "./phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const ASHA = "+254712000001";
const WORDS = "We are on Ngong Road, opposite the Prestige Plaza.";
const dataDir = newDataDir();
let peer: AfricasTalkingSmsPeer;
let carrier: RunningSipp;
let server: RunningServer;

beforeAll(async () => {
  if (!hasSipp) return;
  peer = await startAfricasTalkingSmsPeer();
  const port = await freePort();
  carrier = await startSipp({ scenario: "uas", calls: 10, localPort: port, timeoutMs: 170_000 });
  const settings = {
    SIP_TRUNK: `sip:127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `africastalking=${peer.baseUrl}`,
  };
  server = await startServer({ dataDir, settings });
});
afterAll(async () => {
  await carrier?.stop();
  await stopServers();
  await peer?.close();
  removeDataDir(dataDir);
});

test.skipIf(!hasSipp)("a message is read back, sent once after a yes, and told as it is (needs sipp)", async () => {
  const { client } = server;
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
  const values = { account: peer.username, key: peer.apiKey };
  await client.call(connectProvider, { body: { provider: "africastalking", values } });
  await client.call(createSender, { body: { provider: "africastalking", sender: peer.sender, agent_id: agent.id } });
  const params = { agent_id: agent.id };
  const { agent_prompts, ...agent_config } = await client.call(readAgent, { params });
  const document = AgentDocument.parse({ agent_config, agent_prompts });
  const tools = conversationOf(document).tools_config.api_tools!;
  tools.tools.push({ key: "send_message", name: "send_message", description: "Sends the caller a text message." });
  tools.tools_params["send_message"] = { text: WORDS };
  await client.call(changeAgent, { params, body: document });

  const body = { agent_id: agent.id, recipient_phone_number: ASHA, bypass_call_guardrails: true };
  const { execution_id } = await client.call(placeCall, { body });
  const said = async (): Promise<string[]> => {
    const { journal } = await client.call(readCall, { params: { execution_id } });
    return journal.flatMap((entry) => (entry.kind === "turn" && entry.by === "assistant" ? [entry.text] : []));
  };
  const says = async (text: string, answer: RegExp): Promise<string> => {
    const before = (await said()).length;
    await client.call(sayInCall, { params: { execution_id }, body: { text } });
    const newest = async (): Promise<string> => (await said()).slice(before).join(" ");
    await expect.poll(newest).toMatch(answer);
    return newest();
  };
  await expect.poll(async () => (await said()).length).toBeGreaterThan(0);
  await says("Can you text me the address?", /Shall I send you the message/);
  expect(peer.left).toEqual([]);
  // At night it waits, and the person hears so.
  const told = await says("Yes please.", /I have sent you the message|leaves on/);
  const left = told.includes("leaves on") ? [] : [{ to: ASHA, text: WORDS }];
  expect(peer.left).toMatchObject(left);
  const [thread] = (await client.call(listThreads, { query: {} })).data;
  expect(thread).toMatchObject({ channel: "sms", address: ASHA, last_text: WORDS });
});
