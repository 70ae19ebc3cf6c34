import { randomUUID } from "node:crypto";
import fc from "fast-check";

import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { parsePhoneNumber, type PhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { readIdentities, readIdentity } from "./identity.ts";
import { createContactStore, type ContactStore } from "./store.ts";

let database: TestDatabase;
let store: ContactStore;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createContactStore(database);
});
afterAll(() => database.close());

const COUNTRIES = ["KE", "TZ"];
const number = (n: number): PhoneNumber => parsePhoneNumber(`+2547120${String(n).padStart(5, "0")}`)!;
const all = async (workspaceId: string) => (await store.list(workspaceId, { limit: 100 })).data;
const met = (numbers: readonly PhoneNumber[]) => numbers.map((one) => ({ number: one, at: new Date() }));
const draft = { name: "", language: "" as const, tags: [], fields: {} };

test("six ways of writing a number are one contact", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), (n) => {
      const rest = `71${String(n).padStart(7, "0")}`;
      const spaced = `${rest.slice(0, 3)} ${rest.slice(3, 6)} ${rest.slice(6)}`;
      const ways = [
        `+254${rest}`,
        `00254${rest}`,
        `254${rest}`,
        `0${rest}`,
        `+254 ${spaced}`,
        `(0${rest.slice(0, 3)}) ${rest.slice(3)}`,
      ];
      const identities = readIdentities(
        ways.map((value) => ({ kind: "phone", value })),
        COUNTRIES,
      );
      expect(identities).toEqual([{ kind: "phone", value: `+254${rest}` }]);
    }),
    { numRuns: 300 },
  );
});

test("an e-mail address is small letters, and what is none is refused, as is what is no number", () => {
  expect(readIdentity({ kind: "email", value: "Amina@Example.COM" }, COUNTRIES).value).toBe("amina@example.com");
  expect(() => readIdentity({ kind: "email", value: "amina" }, COUNTRIES)).toThrow("That is not an e-mail address.");
  expect(() => readIdentity({ kind: "phone", value: "amina" }, COUNTRIES)).toThrow("That is not a telephone number.");
});

test("a number that no plan has is refused when it is typed, and stays where a call has brought it", () => {
  const odd = { kind: "phone" as const, value: "+2547000" };
  expect(() => readIdentities([odd], COUNTRIES)).toThrow("That is not a telephone number.");
  expect(readIdentities([odd, { kind: "phone", value: "0712 345 678" }], COUNTRIES, [odd]).map(({ value }) => value)).toEqual([
    "+2547000",
    "+254712345678",
  ]);
});

test("whoever is met is a contact once, however many servers meet them at once; another workspace meets its own", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const numbers = Array.from({ length: 20 }, (_, n) => number(n));
  await Promise.all(Array.from({ length: 6 }, () => store.met(database.of(mine), mine, met([...numbers, numbers[0]!]))));
  await store.met(database.of(theirs), theirs, met(numbers.slice(0, 2)));
  const people = await all(mine);
  expect(new Set(people.map(({ identities }) => identities[0]?.value))).toEqual(new Set(numbers));
  expect(people).toHaveLength(numbers.length);
  // Version 8 of RFC 9562, as clients check it.
  for (const { id } of people) expect(z.uuid().parse(id)).toBe(id);
  expect(new Set(people.map(({ country }) => country))).toEqual(new Set(["KE"]));
  expect(await all(theirs)).toHaveLength(2);
});

test("an identity belongs to one contact, and one that was taken away makes another", async () => {
  const workspaceId = await openTestWorkspace(database);
  await store.met(database.of(workspaceId), workspaceId, met([number(1)]));
  const [known] = await all(workspaceId);
  const taken = { ...draft, identities: [{ kind: "phone" as const, value: number(1) }] };
  await expect(database.together(workspaceId, () => store.add(workspaceId, taken))).rejects.toThrow(
    "Another contact has this number",
  );
  expect(await all(workspaceId)).toHaveLength(1);
  const other = { ...draft, name: "Amina", identities: [{ kind: "email" as const, value: "amina@example.com" }] };
  await database.together(workspaceId, () => store.change({ workspaceId, id: known!.id }, other));
  await store.met(database.of(workspaceId), workspaceId, met([number(1)]));
  const people = await all(workspaceId);
  expect(new Set(people.map(({ id, name, identities }) => `${id === known!.id} ${name} ${identities[0]?.kind}`))).toEqual(
    new Set(["true Amina email", "false  phone"]),
  );
});

test("contacts are found by name, number as people write it, address and tag, page by page", async () => {
  const workspaceId = await openTestWorkspace(database);
  for (let n = 0; n < 25; n++) {
    const identities = [{ kind: "phone" as const, value: number(n) }];
    await store.add(workspaceId, {
      ...draft,
      name: n === 7 ? "Amina 100%" : `Person ${n}`,
      tags: n % 5 === 0 ? ["five"] : [],
      identities,
    });
  }
  const names = async (wanted: object) => (await store.list(workspaceId, { limit: 100, ...wanted })).data.map(({ name }) => name);
  expect(await names({ q: "amina 100%" })).toEqual(["Amina 100%"]);
  expect(await names({ q: "07120 00007" })).toEqual(["Amina 100%"]);
  expect(await names({ phone: number(7) })).toEqual(["Amina 100%"]);
  expect(await names({ q: "nobody_" })).toEqual([]);
  expect(await names({ tag: "five" })).toHaveLength(5);
  expect(await store.tags(workspaceId)).toEqual([{ tag: "five", contacts: 5 }]);
  const first = await store.list(workspaceId, { limit: 20 });
  const second = await store.list(workspaceId, { limit: 20, cursor: first.next ?? "" });
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(25);
  expect(second.next).toBeNull();
  expect(await store.read({ workspaceId, id: randomUUID() })).toBeUndefined();
});

test("a row adds a contact, or what it says anew to the one that is there; what belongs to several is left alone", async () => {
  const workspaceId = await openTestWorkspace(database);
  const put = (known: object, ...values: string[]) =>
    database.together(workspaceId, () =>
      store.put(workspaceId, { ...draft, ...known, identities: values.map((value) => ({ kind: "phone", value })) }),
    );
  expect(await put({ name: "Amina", tags: ["vip"], fields: { account: "1", town: "Nakuru" } }, number(1))).toBe("added");
  expect(await put({ tags: ["new"], fields: { account: "2" } }, number(1), number(2))).toBe("changed");
  expect(await put({ name: "Juma" }, number(3))).toBe("added");
  expect(await put({ name: "Both" }, number(2), number(3))).toBe("several");
  const [juma, amina] = await all(workspaceId);
  expect(juma).toMatchObject({ name: "Juma" });
  expect(amina).toMatchObject({ name: "Amina", tags: ["vip", "new"], fields: { account: "2", town: "Nakuru" } });
  expect(amina?.identities.map(({ value }) => value)).toEqual([number(1), number(2)]);
  expect(await store.fieldNames(workspaceId)).toEqual(["account", "town"]);
});
