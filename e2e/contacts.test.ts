/** People: whoever calls is a contact; one is added, found, noted upon, merged and deleted, from the dashboard. */
import {
  createContact,
  deleteContact,
  listAgents,
  listCalls,
  listContacts,
  listAudit,
  changeAgent,
  mergeContacts,
  Refused,
  replaceContact,
  splitContact,
} from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { hasSipp, runSipp } from "./phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

async function open(path: string): Promise<Page> {
  const context = await browser!.newContext({ viewport: { width: 1440, height: 1000 } });
  await context.addCookies(browserCookies(server, owner));
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/${path}`);
  return page;
}

test.skipIf(!hasBrowser)(`a contact is added, found, noted upon, merged with another and deleted${LEFT_OUT}`, async () => {
  const page = await open("contacts");
  await page.getByText("No contacts yet").waitFor();
  expect(await faultsOf(page, "no contacts")).toEqual([]);
  await page.getByRole("button", { name: "Add contact" }).click();
  const dialog = page.getByRole("dialog", { name: "Add contact" });
  await dialog.getByRole("button", { name: "Save contact" }).click();
  await dialog.getByText("Give at least one number or address.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Amina Yusuf");
  await dialog.getByLabel("Number or address 1", { exact: true }).fill("0712 345 678");
  await dialog.getByLabel("Tags").fill("vip, school");
  await dialog.getByLabel("Fields").fill("Account: 1204");
  expect(await faultsOf(page, "a contact in the making")).toEqual([]);
  await dialog.getByRole("button", { name: "Save contact" }).click();
  await page.getByRole("heading", { name: "Amina Yusuf" }).waitFor();
  await page.getByText("+254712345678").waitFor();
  await page.getByText("No calls with this contact yet").waitFor();

  await page.getByLabel("New note").fill("Prefers the morning");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Prefers the morning").first().waitFor();
  expect(await faultsOf(page, "a contact")).toEqual([]);

  const body = { identities: [{ kind: "phone" as const, value: "+254733000001" }], tags: ["second"] };
  await owner.client.call(createContact, { body });
  await page.getByRole("button", { name: "Merge" }).click();
  await page.getByLabel("Search by name, number or address").fill("0733 000");
  await page.getByRole("button", { name: "Merge this one" }).click();
  await page.getByText("vip, school, second").waitFor();
  expect((await owner.client.call(listContacts, { query: {} })).data).toHaveLength(1);

  await page.getByRole("link", { name: "Back to contacts" }).click();
  await page.getByLabel("Search by name, number or address").fill("nobody");
  await page.getByText("No contact matches this search").waitFor();
  await page.getByLabel("Search by name, number or address").fill("+254 733 000 001");
  await page.getByRole("link", { name: /Amina Yusuf/ }).click();
  await page.getByRole("button", { name: "Delete contact" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete contact" }).click();
  await page.getByText("No contacts yet").waitFor();
});

test.skipIf(!hasBrowser)(`a number is split off into a contact of its own, which a merge undoes${LEFT_OUT}`, async () => {
  const { client } = owner;
  const identities = ["+254733000011", "+254733000012"].map((value) => ({ kind: "phone" as const, value }));
  const both = await client.call(createContact, { body: { name: "Two Sisters", identities, tags: ["vip"] } });
  const page = await open(`contacts/${both.id}`);
  await page.getByRole("button", { name: "Split" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Split" });
  await dialog.getByRole("button", { name: "Split off" }).click();
  await dialog.getByText("Choose at least one, and leave at least one.").waitFor();
  for (const { value } of identities) await dialog.getByLabel(value).check();
  await dialog.getByRole("button", { name: "Split off" }).click();
  await dialog.getByText("Choose at least one, and leave at least one.").waitFor();
  expect(await faultsOf(page, "a contact that is split")).toEqual([]);
  await dialog.getByLabel("+254733000011").press("Space");
  await dialog.getByLabel("Name of the new contact").fill("Younger Sister");
  await dialog.getByLabel("Name of the new contact").press("Enter");
  await page.getByRole("heading", { name: "Younger Sister" }).waitFor();
  await page.getByText("+254733000012").waitFor();
  expect(await page.getByRole("button", { name: "Split" }).count()).toBe(0);
  const found = async () =>
    (await client.call(listContacts, { query: { q: "sister" } })).data
      .map(({ name, tags, identities: all }) => [name, ...tags, ...all.map(({ value }) => value)].join(" "))
      .toSorted();
  expect(await found()).toEqual(["Two Sisters vip +254733000011", "Younger Sister +254733000012"]);
  expect((await client.call(listAudit, { query: { limit: 3 } })).data[0]).toMatchObject({
    act: "contact.split",
    subject: "Two Sisters",
    details: { other: "Younger Sister" },
  });
  const [younger] = (await client.call(listContacts, { query: { q: "younger" } })).data;
  await client.call(mergeContacts, { params: { contact_id: both.id }, body: { other_id: younger!.id } });
  expect(await found()).toEqual(["Two Sisters vip +254733000011 +254733000012"]);
  await client.call(deleteContact, { params: { contact_id: both.id } });
});

test.skipIf(!hasBrowser)(`contacts come from a file, and go into one as they were${LEFT_OUT}`, async () => {
  const page = await open("contacts");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import contacts" });
  const file = "phone;name;Account\n0745000001;Juma;77\n12;Nobody;\n";
  await dialog.getByLabel("CSV file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.getByText("1 added, 0 changed").waitFor();
  await dialog.getByText("Line 3: not a telephone number").waitFor();
  expect(await faultsOf(page, "an import")).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: /Juma/ }).waitFor();
  const exported = await fetch(`${server.url}/api/contacts/export`, { headers: { cookie: owner.cookie } });
  expect(await exported.text()).toMatch(/,Juma,'\+254745000001,.*,77\r\n/);
  const [juma] = (await owner.client.call(listContacts, { query: { q: "Juma" } })).data;
  await owner.client.call(deleteContact, { params: { contact_id: juma!.id } });
});

test("what is no number is refused, and a number belongs to one contact", async () => {
  const of = (value: string) => ({ body: { identities: [{ kind: "phone" as const, value }] } });
  await owner.client.call(createContact, of("+254711222333"));
  const refusal = async (value: string): Promise<string> => {
    const error: unknown = await owner.client.call(createContact, of(value)).catch((thrown: unknown) => thrown);
    return error instanceof Refused ? error.code : "";
  };
  expect(await refusal("0711 222 333")).toBe("contact.identity_taken");
  expect(await refusal("12")).toBe("contact.bad_number");
  expect((await owner.client.call(listContacts, { query: { phone: "+254711222333" } })).data).toHaveLength(1);
});

test.skipIf(!hasSipp)("whoever rings is one contact with their calls, and is greeted by the name that it was given", async () => {
  const { client } = owner;
  const [frontDesk] = await client.call(listAgents);
  const welcome = { agent_welcome_message: "Hello {contact.name}, this is Imani Clinic." };
  await client.call(changeAgent, { params: { agent_id: frontDesk!.id }, body: { agent_config: welcome } });
  const target = `127.0.0.1:${server.sipPort}`;
  const ring = () => runSipp({ scenario: { xml: RINGS }, number: "1001", calls: 1, target, timeoutMs: 60_000 });
  expect((await ring()).successful).toBe(1);
  const found = async () => (await client.call(listContacts, { query: { phone: "+254722333444" } })).data;
  await expect.poll(found).toHaveLength(1);
  const [contact] = await found();
  expect(contact).toMatchObject({ country: "KE", name: "" });
  const body = { name: "Amina Yusuf", identities: [{ kind: "phone" as const, value: "0722 333 444" }] };
  await client.call(replaceContact, { params: { contact_id: contact!.id }, body });
  expect((await ring()).successful).toBe(1);
  const calls = async () => (await client.call(listCalls, { query: { contact_id: contact!.id } })).data;
  await expect
    .poll(async () => (await calls()).map(({ transcript }) => transcript))
    .toEqual([
      expect.stringContaining("Hello Amina Yusuf, this is Imani Clinic."),
      expect.stringContaining("Hello, this is Imani Clinic."),
    ]);

  const other = { kind: "phone" as const, value: "+254722333555" };
  const two = { name: "Amina Yusuf", identities: [...contact!.identities, other] };
  await client.call(replaceContact, { params: { contact_id: contact!.id }, body: two });
  const parts = { identities: [{ kind: "phone" as const, value: "0722 333 444" }] };
  const { id } = await client.call(splitContact, { params: { contact_id: contact!.id }, body: parts });
  expect(await calls()).toEqual([]);
  expect((await client.call(listCalls, { query: { contact_id: id } })).data).toHaveLength(2);
  await expect(client.call(splitContact, { params: { contact_id: id }, body: parts })).rejects.toMatchObject({
    code: "contact.last_identity",
  });
});

/** A call of some seconds from a number of its own. */
const RINGS = `<?xml version="1.0" encoding="UTF-8" ?>
<scenario name="rings">
  <send retrans="500"><![CDATA[
    INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From: <sip:+254722333444@[local_ip]:[local_port]>;tag=[call_number]
    To: <sip:[service]@[remote_ip]:[remote_port]>
    Call-ID: [call_id]
    CSeq: 1 INVITE
    Contact: <sip:caller@[local_ip]:[local_port]>
    Max-Forwards: 70
    Content-Type: application/sdp
    Content-Length: [len]

    v=0
    o=caller 1 1 IN IP[local_ip_type] [local_ip]
    s=-
    c=IN IP[media_ip_type] [media_ip]
    t=0 0
    m=audio [media_port] RTP/AVP 8
    a=rtpmap:8 PCMA/8000
  ]]></send>
  <recv response="100" optional="true" />
  <recv response="180" optional="true" />
  <recv response="183" optional="true" />
  <recv response="200" rtd="true" />
  <send><![CDATA[
    ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From: <sip:+254722333444@[local_ip]:[local_port]>;tag=[call_number]
    To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
    Call-ID: [call_id]
    CSeq: 1 ACK
    Contact: <sip:caller@[local_ip]:[local_port]>
    Max-Forwards: 70
    Content-Length: 0

  ]]></send>
  <pause milliseconds="9000" />
  <send retrans="500"><![CDATA[
    BYE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From: <sip:+254722333444@[local_ip]:[local_port]>;tag=[call_number]
    To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
    Call-ID: [call_id]
    CSeq: 2 BYE
    Max-Forwards: 70
    Content-Length: 0

  ]]></send>
  <recv response="200" />
</scenario>`;
