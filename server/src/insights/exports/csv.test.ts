import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CSV_HEAD, csvLine } from "./csv.ts";
import type { CallRow } from "../../calls/records/store.ts";
import { wireExecution } from "../../calls/records/wire-execution.ts";

const PUBLIC_URL = "https://ongea.example";

const at = new Date("2026-11-21T09:38:00Z");
const cost = { llm: 0.5, network: 0.25, platform: 1, synthesizer: 0, transcriber: 0 };
const row: CallRow = {
  id: "3b241101-e2bb-4255-8caf-4136c566a962",
  workspaceId: randomUUID(),
  agentId: null,
  agentName: "Front desk",
  status: "completed",
  provider: "sip",
  direction: "inbound",
  fromNumber: "+254712345678",
  toNumber: null,
  userData: {},
  createdAt: at,
  updatedAt: at,
  initiatedAt: at,
  answeredAt: at,
  endedAt: at,
  durationSeconds: 204.04,
  transcript: 'assistant: Hello\nuser: "Hi", I said',
  errorMessage: null,
  hangupBy: "Caller",
  hangupReason: "Normal Hangup",
  hangupCode: null,
  recording: null,
  recordingClosed: false,
  cost,
  latency: null,
  weave: null,
  batchId: null,
  transfer: null,
  redactedAt: null,
  ownerId: null,
  scheduledAt: null,
  person: null,
  gate: [],
  traits: {},
  measures: null,
  tags: ["urgent", "VIP"],
  notes: 2,
  line: null,
};
const line = (change: Partial<CallRow> = {}): string => csvLine({ call: wireExecution({ ...row, ...change }, PUBLIC_URL) });

test("a file begins so that spreadsheets read it as UTF-8, and names its columns", () => {
  expect(CSV_HEAD.startsWith("\uFEFFexecution_id,created_at,call_type,user_number,")).toBe(true);
  expect(CSV_HEAD.endsWith("\r\n")).toBe(true);
});

test("a call is one record: quotes are doubled, lines and commas stay inside their cell", () => {
  expect(line()).toBe(
    "3b241101-e2bb-4255-8caf-4136c566a962,2026-11-21T09:38:00.000Z,inbound,'+254712345678,,Front desk,completed,204.04,0.0175," +
      'Caller,Normal Hangup,"assistant: Hello\nuser: ""Hi"", I said",urgent|VIP,2,,,\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x","y")'])(
  "a name %j does not run as a formula in a spreadsheet",
  (agentName) => {
    expect(cellsOf(line({ agentName }))[5]).toBe(`'${agentName}`);
  },
);

test("whatever was said, reading the record gives it back, and no cell of words begins a formula", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (agentName, transcript) => {
      const cells = cellsOf(line({ agentName, transcript }));
      expect(cells).toHaveLength(17);
      for (const [cell, text] of [
        [cells[5], agentName],
        [cells[11], transcript],
      ])
        expect(cell).toBe(/^[=+\-@\t\r]/.test(text ?? "") ? `'${text}` : text);
    }),
  );
});

test("a call of a batch names it, and says whether it has reached what the batch is for, where that is known; its topic is last", () => {
  const call = wireExecution({ ...row, batchId: "baab7cdc-8331-45bf-8dd2-60ff1f0a3f21" }, PUBLIC_URL);
  const ends = [true, false, undefined].map((reached) => cellsOf(csvLine({ call, reached, topic: "Bills" })).slice(14));
  expect(ends).toEqual([
    ["baab7cdc833145bf8dd260ff1f0a3f21", "true", "Bills"],
    ["baab7cdc833145bf8dd260ff1f0a3f21", "false", "Bills"],
    ["baab7cdc833145bf8dd260ff1f0a3f21", "", "Bills"],
  ]);
});

/** A reader of RFC 4180. */
function cellsOf(record: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (const [, quoted, plain = ""] of record.matchAll(cell)) cells.push(quoted?.replaceAll('""', '"') ?? plain);
  return cells;
}
