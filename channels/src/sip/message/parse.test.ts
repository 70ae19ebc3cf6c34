import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMessage, tagOf } from "./message.ts";
import { parseNameAddress } from "./name-address.ts";
import { parseMessage } from "./parse.ts";
import { parseSdp } from "./sdp.ts";
import { TORTURE, wireOf } from "../testing/torture.ts";
import { formatUri, parseUri } from "./uri.ts";

test.each(TORTURE)("RFC 4475 $section, $name: read or refused as it must be", (message) => {
  const parsed = parseMessage(wireOf(message));
  const { answer } = message;
  const isRefused = answer === 400 || answer === 505;
  const status = parsed.kind === "malformed" ? parsed.status : undefined;
  const kinds = isRefused ? ["malformed"] : answer === "none" ? ["malformed", "response"] : ["request"];
  expect(kinds).toContain(parsed.kind);
  expect(status).toBe(isRefused ? answer : undefined);
});

test("the tortuous INVITE is understood in full", () => {
  const parsed = parseMessage(wireOf(TORTURE[0] as (typeof TORTURE)[number]));
  if (parsed.kind !== "request") throw new Error("not read");
  expect(tagOf(parsed, "to")).toBe("1918181833n");
  expect(tagOf(parsed, "from")).toBe("98asjd8");
  expect(parsed.headers.all("via")).toHaveLength(3);
  expect(parsed.headers.get("max-forwards")).toBe("0068");
  expect(parseNameAddress(parsed.headers.get("contact") ?? "")).toMatchObject({
    displayName: 'Quoted string ""',
    parameters: { newparam: "newvalue", secondparam: "", q: "0.33" },
  });
  expect(parsed.body).toContain("m=audio 49217");
});

test("whatever bytes come, the parser neither throws nor hangs", () => {
  const pieces = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "\r\n",
      "\r\n\r\n",
      ":",
      ";",
      ",",
      '"',
      "<",
      ">",
      " ",
      "\t",
      "SIP/2.0",
      "INVITE sip:a@b SIP/2.0\r\n",
      "Via: SIP/2.0/UDP h",
      "%",
      "\\",
    ),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const parsed = parseMessage(Buffer.from(parts.join("")));
      expect(["request", "response", "malformed"]).toContain(parsed.kind);
    }),
    { numRuns: 2_000 },
  );
});

test("a damaged INVITE never makes the parser throw", () => {
  const wires = TORTURE.map(wireOf);
  fc.assert(
    fc.property(
      fc.nat(wires.length - 1),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
      fc.nat(),
      (index, edits, cut) => {
        const bytes = Buffer.from(wires[index] as Buffer);
        for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
        expect(parseMessage(bytes.subarray(0, bytes.length - (cut % 40))).headers).toBeDefined();
      },
    ),
    { numRuns: 2_000 },
  );
});

test("what is written is read back the same", () => {
  const parsed = parseMessage(wireOf(TORTURE[0] as (typeof TORTURE)[number]));
  if (parsed.kind !== "request") throw new Error("not read");
  parsed.headers.remove("content-length");
  const again = parseMessage(formatMessage(parsed));
  if (again.kind !== "request") throw new Error("not read");
  expect(again.body).toBe(parsed.body);
  again.headers.remove("content-length");
  expect(again.headers.toString()).toBe(parsed.headers.toString());
});

test("any user name survives being put into an address", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }), (user) => {
      const text = formatUri({ scheme: "sip", user, host: "example.com", port: 5070, parameters: {}, headers: undefined });
      expect(parseUri(text)).toMatchObject({ user, host: "example.com", port: 5070 });
    }),
  );
});

test("whatever stands in a session description, reading it does not throw", () => {
  const lines = fc.constantFrom(
    "v=0",
    "o=- 1 1 IN IP4 1.2.3.4",
    "c=IN IP4 1.2.3.4",
    "m=audio 4000 RTP/AVP 0 8 101",
    "m=video 0 RTP/AVP 31",
    "a=rtpmap:101 telephone-event/8000",
    "a=sendonly",
    "a=ptime:30",
    "m=audio",
    "c=",
    "m=audio 99999 RTP/AVP x",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(lines, fc.string()), { maxLength: 20 }), (parts) => {
      expect([undefined, "object"]).toContain(parseSdp(parts.join("\r\n")) && "object");
    }),
  );
});
