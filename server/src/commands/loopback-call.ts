import { isFinal, listAgents, readStatus } from "@ongea/contract";
import { dial } from "./telephone.ts";
import { watch } from "./watch.ts";
import { clientOn, type ServerAccess } from "./server-access.ts";

const LISTEN_MS = 8_000;
const END_TIMEOUT_MS = 15_000;
/** Louder than noise: someone speaks. */
const SPEECH_LEVEL = 1_000;

/** Rings the first agent over SIP, listens until it has greeted, hangs up, and looks at what was kept. Returns a sentence; throws one. */
export async function loopbackPhoneCall(way: ServerAccess): Promise<string> {
  const client = clientOn(way);
  const { sip } = await client.call(readStatus);
  const agent = (await client.call(listAgents)).find((candidate) => candidate.phone_numbers.length > 0);
  const number = agent?.phone_numbers[0];
  if (!sip || !agent || number === undefined) throw new Error("No agent has a number to ring.");
  const live = await watch(way);
  const from = `doctor-${process.pid}`;
  const over = live.call((call) => call.user_number === from && isFinal(call.status), LISTEN_MS + END_TIMEOUT_MS);
  over.catch(() => undefined);
  const phone = await dial({ host: new URL(way.url).hostname, port: sip.port, number, from });
  try {
    await phone.answered;
    const heardAfterMs = await firstSound(phone);
    if (heardAfterMs === undefined)
      throw new Error(`${agent.agent_name} answered, but nothing was heard for ${LISTEN_MS / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    phone.hangUp();
    const { status } = await over;
    if (status !== "completed") throw new Error(`The call was kept as ${status} instead of completed.`);
    return `${agent.agent_name} at ${number} answered and was heard after ${heardAfterMs} ms; the call is kept`;
  } finally {
    live.close();
    await phone.close();
  }
}

async function firstSound(phone: { readonly loudestHeard: number }): Promise<number | undefined> {
  for (let waitedMs = 0; waitedMs < LISTEN_MS; waitedMs += 20) {
    if (phone.loudestHeard > SPEECH_LEVEL) return waitedMs;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
}
