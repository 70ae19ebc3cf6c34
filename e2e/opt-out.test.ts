/** Somebody who is called asks not to be called again, of an agent with a language model that knows nothing of it. */
import { listAgents, listDoNotCall, placeCall, readCall, sayInCall } from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "./phones/free-port.ts";
import { hasSipp, startSipp, type RunningSipp } from "./phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const ASHA = "+254712000001";
const dataDir = newDataDir();
let model: OpenAiServer;
let carrier: RunningSipp;
let server: RunningServer;

beforeAll(async () => {
  if (!hasSipp) return;
  model = await startOpenAiServer();
  model.answer = chat([{ content: "As you like." }], "stop");
  const port = await freePort();
  carrier = await startSipp({ scenario: "uas", calls: 10, localPort: port, timeoutMs: 170_000 });
  const settings = { SIP_TRUNK: `sip:127.0.0.1:${port}`, LLM_BASE_URL: model.baseUrl, LLM_MODEL: "scripted" };
  server = await startServer({ dataDir, settings });
});
afterAll(async () => {
  await carrier?.stop();
  await stopServers();
  await model?.close();
  removeDataDir(dataDir);
});

test.skipIf(!hasSipp)(
  "a name is no request; a request is asked about, and after a yes the number is listed in the call and refused after it (needs sipp)",
  async () => {
    const [agent] = await server.client.call(listAgents);
    const body = { agent_id: agent?.id ?? "", recipient_phone_number: ASHA, bypass_call_guardrails: true };
    const { execution_id } = await server.client.call(placeCall, { body });
    const params = { execution_id };
    const said = async (): Promise<string[]> => {
      const { journal } = await server.client.call(readCall, { params });
      return journal.flatMap((entry) => (entry.kind === "turn" && entry.by === "assistant" ? [entry.text] : []));
    };
    const listed = async (): Promise<string[]> =>
      (await server.client.call(listDoNotCall, { query: { limit: 10 } })).data.map(({ number }) => number);
    const says = async (text: string, answer: string): Promise<void> => {
      const before = (await said()).length;
      await server.client.call(sayInCall, { params, body: { text } });
      await expect.poll(async () => (await said()).slice(before).join(" ")).toContain(answer);
    };
    await expect.poll(async () => (await said()).length).toBeGreaterThan(0);

    await says("Please don't call me Mrs Wanjiru.", "As you like.");
    await says("Take my name off your list.", "Shall I take you off our list");
    expect(await listed()).toEqual([]);
    await says("Yes please.", "You are off our list");
    expect(await listed()).toEqual([ASHA]);
    await expect(server.client.call(placeCall, { body })).rejects.toMatchObject({ code: "call.do_not_call" });
  },
);
