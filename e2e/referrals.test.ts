/** Calls that are referred (SIP REFER): by a phone that passes our assistant on, and by us, to a trunk that puts callers through itself. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgent,
  createTrunk,
  deleteTrunk,
  listCalls,
  placeCall,
  readCall,
  sayInCall,
  stopCall,
  type ExecutionDetail,
  type RouteInput,
} from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { hasBaresip, startBaresip, type Baresip } from "./phones/baresip.ts";
import { freePort } from "./phones/free-port.ts";
import { hasSipp, startSipp } from "./phones/sipp.ts";
import { readWav, tone, writeWav } from "./phones/wav.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const HOST = "127.0.0.2";
const OPERATOR = "127.0.0.7";
const NUMBER = "+254711000001";
const SALES = "+254733000003";
const CUSTOMER = "+254722000000";
const NO_BARESIP = hasBaresip ? "" : " (left out: baresip is not installed)";
const NO_SIPP = hasSipp ? "" : " (left out: sipp is not installed)";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
const phones: Baresip[] = [];
let model: OpenAiServer;
let server: RunningServer;

beforeAll(async () => {
  model = await startOpenAiServer();
  const call = { id: "t1", index: 0, type: "function", function: { name: "transfer_to_sales", arguments: "{}" } };
  model.answer = (response, body) => {
    const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content?: string }[] };
    const wants = messages.at(-1)?.role === "user";
    return chat([wants ? { tool_calls: [call] } : { content: "Nobody is there." }], wants ? "tool_calls" : "stop")(
      response,
      body,
    );
  };
  const settings = {
    SIP_PHONES: "kiosk:secret,desk:secret",
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: "scripted",
    PRIVATE_ADDRESSES: "127.0.0.0/8",
  };
  server = await startServer({ dataDir, host: HOST, settings });
});
afterEach(async () => {
  await Promise.all(phones.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await stopServers();
  await model.close();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasBaresip)(
  `whoever is called passes the assistant on to the desk, which hears it; a number that may not be called stays uncalled${NO_BARESIP}`,
  async () => {
    const desk = await phone("desk");
    const kiosk = await phone("kiosk");
    const body = { agent_id: await greeter(), recipient_phone_number: "kiosk" };
    await server.client.call(placeCall, { body });
    await kiosk.event("CALL_ESTABLISHED");
    // Before our side of the line is open, the phone would be told that nobody can be called now.
    await lastCall("in-progress");
    kiosk.transfer(`sip:999@${HOST}:${server.sipPort}`);
    expect((await kiosk.event("TRANSFER_FAILED")).param).toContain("403 Forbidden");
    // A phone of this kind gives up its call when it could not be passed on.
    await lastCall("completed");
    await server.client.call(placeCall, { body });
    await kiosk.event("CALL_ESTABLISHED");
    // Before our side of the line is open, the phone would be told that nobody can be called now.
    await lastCall("in-progress");
    kiosk.transfer(`sip:desk@${HOST}:${server.sipPort}`);
    await desk.event("CALL_ESTABLISHED");
    await kiosk.event("CALL_CLOSED");
    // The assistant asks whether anybody is there, and the desk hears it.
    await new Promise((resolve) => setTimeout(resolve, 9_000));
    expect(await newest()).toMatchObject({ status: "in-progress" });
    desk.hangUp();
    const call = await lastCall("completed");
    expect(call.telephony_data.hangup_reason).toBe("Call recipient hung up");
    const { heard = "" } = await desk.recordings();
    await expect.poll(async () => loudest((await readWav(heard)).samples)).toBeGreaterThan(2_000);
  },
);

test.skipIf(!hasSipp).each([
  { does: "puts the caller through by itself", refers: true },
  { does: "takes no referrals, and the person is rung from here", refers: false },
])(`a trunk that $does${NO_SIPP}`, async ({ refers }) => {
  const port = await freePort(OPERATOR);
  const agent_id = await switchboard();
  const trunk_id = await trunk(refers, port);
  const sipp = await startSipp({
    scenario: { xml: refers ? PUTS_THROUGH : TAKES_NONE },
    // It counts as calls the questions whether it is there, too.
    calls: 100,
    localHost: OPERATOR,
    localPort: port,
    timeoutMs: 60_000,
  });
  const body = { agent_id, recipient_phone_number: CUSTOMER, bypass_call_guardrails: true };
  const { execution_id } = await server.client.call(placeCall, { body });
  const params = { execution_id };
  const read = () => server.client.call(readCall, { params });
  await expect.poll(async () => (await read()).status).toBe("in-progress");
  await server.client.call(sayInCall, { params, body: { text: "Sales, please" } });
  if (!refers) {
    const isConnected = async () => (await read()).journal.some((entry) => entry.kind === "tool" && entry.ok);
    await vi.waitUntil(isConnected, { timeout: 60_000, interval: 100 });
    await server.client.call(stopCall, { params });
  }
  const over = refers ? /^completed$/ : /^(completed|stopped)$/;
  await expect.poll(async () => (await read()).status).toMatch(over);
  const { journal, transfer_call_data } = await read();
  const put = journal.find((entry) => entry.kind === "transfer");
  expect(put).toMatchObject({ to: SALES, ...(refers && { how: "refer" }) });
  expect(put && "how" in put).toBe(refers);
  expect(transfer_call_data).toMatchObject({ to_number: SALES });
  await sipp.stop();
  await server.client.call(deleteTrunk, { params: { trunk_id } });
});

async function trunk(refers: boolean, port: number): Promise<string> {
  const { id } = await server.client.call(createTrunk, {
    body: {
      name: refers ? "Refers" : "Bridges",
      provider: "sipp",
      auth_type: "ip-based",
      gateways: [{ gateway_address: OPERATOR, port }],
      qualify_frequency: 0,
      transfer: "refer",
      lines: 3,
      phone_numbers: [{ phone_number: NUMBER }],
    },
  });
  return id;
}

type AgentConfig = RouteInput<typeof createAgent>["body"]["agent_config"];

/** An agent that puts callers through to sales. */
function switchboard(): Promise<string> {
  const tool = { key: "transfer_call", name: "transfer_to_sales", pre_call_message: "One moment." };
  const api_tools = { tools: [tool], tools_params: { [tool.name]: { param: JSON.stringify({ call_transfer_number: SALES }) } } };
  return make({ agent_name: "Switchboard", agent_welcome_message: "", tasks: [{ tools_config: { api_tools } }] });
}

/** An agent that says something by itself, now and then. */
function greeter(): Promise<string> {
  const message = "Hello, are you still there? I can call again tomorrow if that is better.";
  const asks = { check_if_user_online: true, check_user_online_message: message, trigger_user_online_message_after: 3 };
  const task = { task_config: { ...asks, hangup_after_silence: 30 } };
  return make({ agent_name: "Greeter", agent_welcome_message: "Good day.", tasks: [task] });
}

async function make(agent_config: AgentConfig): Promise<string> {
  return (await server.client.call(createAgent, { body: { agent_config } })).agent_id;
}

async function phone(user: string): Promise<Baresip> {
  const microphoneWav = join(folder, `${user}.wav`);
  const { samples, ...quiet } = tone(440, 60);
  // Its call is over when it has nothing more to say.
  await writeWav(microphoneWav, { ...quiet, samples: samples.map(() => 0) });
  const account = { user, password: "secret", server: `${HOST}:${server.sipPort}` };
  const made = await startBaresip({ microphoneWav, account, answers: true, timeoutMs: 200_000 });
  phones.push(made);
  await expect.poll(() => made.output()).toContain("200 OK");
  return made;
}

const loudest = (samples: Int16Array): number => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

async function newest(): Promise<ExecutionDetail | undefined> {
  const [first] = (await server.client.call(listCalls, { query: {} })).data;
  return first && server.client.call(readCall, { params: { execution_id: first.id } });
}

async function lastCall(status: string): Promise<ExecutionDetail> {
  await expect.poll(async () => (await newest())?.status).toBe(status);
  return (await newest())!;
}

const ANSWERED = `
  <recv request="INVITE" crlf="true"/>
  <send><![CDATA[
    SIP/2.0 180 Ringing
    [last_Via:]
    [last_From:]
    [last_To:];tag=[call_number]
    [last_Call-ID:]
    [last_CSeq:]
    Contact: <sip:trunk@[local_ip]:[local_port]>
    Content-Length: 0

  ]]></send>
  <send retrans="500"><![CDATA[
    SIP/2.0 200 OK
    [last_Via:]
    [last_From:]
    [last_To:];tag=[call_number]
    [last_Call-ID:]
    [last_CSeq:]
    Contact: <sip:trunk@[local_ip]:[local_port]>
    Content-Type: application/sdp
    Content-Length: [len]

    v=0
    o=trunk 1 1 IN IP[local_ip_type] [local_ip]
    s=-
    c=IN IP[media_ip_type] [media_ip]
    t=0 0
    m=audio [media_port] RTP/AVP 0
    a=rtpmap:0 PCMU/8000
  ]]></send>
  <recv request="ACK"/>`;

const ends = (status: string) => `<send><![CDATA[
    SIP/2.0 ${status}
    [last_Via:]
    [last_From:]
    [last_To:]
    [last_Call-ID:]
    [last_CSeq:]
    Contact: <sip:trunk@[local_ip]:[local_port]>
    Content-Length: 0

  ]]></send>`;

const notify = (sequence: number, status: string, subscription: string) => `<send retrans="500"><![CDATA[
    NOTIFY [$3] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From:[$2]
    To:[$1]
    Call-ID: [call_id]
    CSeq: ${sequence} NOTIFY
    Contact: <sip:trunk@[local_ip]:[local_port]>
    Max-Forwards: 70
    Event: refer
    Subscription-State: ${subscription}
    Content-Type: message/sipfrag;version=2.0
    Content-Length: [len]

    SIP/2.0 ${status}
  ]]></send>
  <recv response="200"/>`;

/** Takes REFER with the address of sales, tells how it goes, and is hung up on. */
const PUTS_THROUGH = `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="puts through">${ANSWERED}
  <recv request="REFER"><action>
    <ereg regexp=".*" search_in="hdr" header="From:" assign_to="1"/>
    <ereg regexp=".*" search_in="hdr" header="To:" assign_to="2"/>
    <ereg regexp="sip:[^>;]*" search_in="hdr" header="Contact:" assign_to="3"/>
    <ereg regexp="sip:.254733000003@" search_in="hdr" header="Refer-To:" check_it="true" assign_to="4"/>
    <log message="[$4]"/>
  </action></recv>
  ${ends("202 Accepted")}
  ${notify(1, "100 Trying", "active;expires=60")}
  ${notify(2, "180 Ringing", "active;expires=60")}
  <pause milliseconds="300"/>
  ${notify(3, "200 OK", "terminated;reason=noresource")}
  <recv request="BYE"/>
  ${ends("200 OK")}
</scenario>`;

const TAKES_NONE = `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="takes none">${ANSWERED}
  <recv request="REFER" optional="true" next="1"/>
  <recv request="BYE" next="2"/>
  <label id="1"/>
  ${ends("501 Not Implemented")}
  <recv request="BYE"/>
  <label id="2"/>
  ${ends("200 OK")}
</scenario>`;
