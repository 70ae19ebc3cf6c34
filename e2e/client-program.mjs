/** A program of somebody else's: plain Node, the package from its tarball, a server's address and a key. Tells what it saw as JSON. */
import { createOngea, readMe, Refused } from "@ongea/client";

const [url, key] = process.argv.slice(2);
const ongea = createOngea({ url, key });
const seen = {};

const [agent] = await ongea.agents.list();
const { key: template, document } = (await ongea.agents.templates()).data[0];
const once = { idempotencyKey: crypto.randomUUID() };
const made = await ongea.agents.create(document, once);
const again = await ongea.agents.create(document, once);
seen.agents = { template, listed: agent.agent_name, once: made.agent_id === again.agent_id };
await ongea.agents.change(made.agent_id, { agent_config: { agent_name: "Amara" } });
seen.changed = (await ongea.agents.read(made.agent_id)).agent_name;

const ids = [(await ongea.calls.open({ agent_id: made.agent_id })).execution_id];
const heard = [];
const listening = (async () => {
  for await (const event of ongea.events({ follow: ids })) {
    heard.push(event.event);
    if (event.event === "call" && event.call.id === ids[0] && event.call.status === "canceled") return;
  }
})();
// Further calls until the socket, which takes a moment, has told of one.
for (let n = 0; n < 2 || (heard.length === 0 && n < 50); n++) {
  const { execution_id } = await ongea.calls.open({ agent_id: made.agent_id });
  ids.push(execution_id);
  await ongea.calls.stop(execution_id);
}
await ongea.calls.stop(ids[0]);
await listening;
seen.events = heard.includes("call");

const byCursor = [];
for await (const call of ongea.executions.list({ agent_id: made.agent_id, limit: 1 })) byCursor.push(call.id);
const byNumber = [];
for await (const call of ongea.executions.ofAgent(made.agent_id, { page_size: 2 })) byNumber.push(call.id);
seen.lists = { byCursor, byNumber, ids: ids.toReversed() };
// The end of a call is told at once and stored a moment later.
const untilMs = Date.now() + 30_000;
do seen.execution = (await ongea.executions.read(ids[0])).status;
while (seen.execution === "initiated" && Date.now() < untilMs);
seen.log = (await ongea.executions.log(ids[0])).status;

const csv = new TextEncoder().encode("contact_number,name\n+254711000001,Asha\n0722000002,Ben\n");
const batch = await ongea.batches.create({ agent_id: made.agent_id, file: { name: "people.csv", bytes: csv } });
const contacts = [];
for await (const contact of ongea.batches.contacts(batch.batch_id, { limit: 1 })) contacts.push(contact.variables.name);
seen.batch = { valid: batch.valid_contacts, contacts, listed: (await ongea.batches.list(made.agent_id)).length };
await ongea.batches.delete(batch.batch_id);

const [free] = await ongea.numbers.search({ country: "KE" });
const number = await ongea.numbers.buy({ country: "KE", phone_number: free.phone_number });
await ongea.numbers.assign(number.id, made.agent_id);
const held = (await ongea.numbers.list()).find((one) => one.phone_number === free.phone_number);
seen.number = held.agent_id === made.agent_id;
await ongea.numbers.release(number.id);

const item = await ongea.knowledge.add({ type: "text", title: "Hours", content: "The clinic opens at eight." });
const file = await ongea.knowledge.upload(
  { title: "Prices", file_name: "prices.txt" },
  new TextEncoder().encode("A visit costs 500."),
);
const titles = [];
for await (const one of ongea.knowledge.list({ limit: 1 })) titles.push(one.title);
seen.knowledge = titles;
for (const { id } of [item, file]) await ongea.knowledge.delete(id);

seen.me = (await ongea.call(readMe)).kind;
await ongea.agents.delete(made.agent_id);
const refused = async (work) => {
  try {
    await work();
    return "done";
  } catch (error) {
    return error instanceof Refused ? `${error.status} ${error.code}` : String(error);
  }
};
seen.refused = [
  await refused(() => ongea.agents.read(made.agent_id)),
  await refused(() => ongea.calls.place({ agent_id: agent.id, recipient_phone_number: "112" })),
  await refused(() => createOngea({ url, key: "wrong" }).agents.list()),
  await refused(async () => {
    for await (const event of createOngea({ url, key: "wrong" }).events()) return event;
  }),
];
process.stdout.write(`${JSON.stringify(seen)}\n`);
