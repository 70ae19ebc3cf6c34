import { expect, test } from "vitest";
import { bodyOf, NEW_CONTACT, typedOf } from "./contact-draft.ts";

const typed = { ...NEW_CONTACT, identities: [{ kind: "phone" as const, value: "0712 345 678" }] };

test("what is typed is read: tags with commas of any script, a field a line, empty identities left out", () => {
  const read = bodyOf({
    ...typed,
    name: " Amina ",
    tags: "vip, new،  ",
    fields: "Account: 12:30\n\n Town : Nakuru",
    identities: [...typed.identities, { kind: "email", value: " " }],
  });
  expect(read).toEqual({
    body: {
      name: "Amina",
      language: "",
      tags: ["vip", "new"],
      fields: { Account: "12:30", Town: "Nakuru" },
      identities: [{ kind: "phone", value: "0712 345 678" }],
    },
  });
});

test("a line that is no field and a contact without any number or address are told", () => {
  expect(bodyOf({ ...typed, fields: "no colon" })).toEqual({ fault: "fields" });
  expect(bodyOf({ ...typed, fields: " : value" })).toEqual({ fault: "fields" });
  expect(bodyOf(NEW_CONTACT)).toEqual({ fault: "identities" });
});

test("what was read is typed again as it was", () => {
  const read = bodyOf({ ...typed, tags: "vip", fields: "Account: 12" });
  const contact = {
    ...("body" in read ? read.body : {}),
    id: "",
    country: null,
    do_not_call: false,
    created_at: "",
    updated_at: "",
  };
  expect(typedOf(contact as Parameters<typeof typedOf>[0])).toEqual({ ...typed, tags: "vip", fields: "Account: 12" });
});
