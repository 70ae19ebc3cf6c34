import fc from "fast-check";
import { expect, test } from "vitest";
import { eventsIn } from "./sse.ts";

test("events arrive the same however the network cuts them", async () => {
  const text = 'data: {"a":"é🙂"}\n\n: a remark\r\n\r\nevent: x\ndata: one\ndata: two\n\ndata:[DONE]\r\n\r\n';
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      async function* pieces() {
        for (let i = 1; i < at.length; i++) yield bytes.subarray(at[i - 1], at[i]);
      }
      const events: string[] = [];
      for await (const event of eventsIn(pieces())) events.push(event);
      expect(events).toEqual(['{"a":"é🙂"}', "one\ntwo", "[DONE]"]);
    }),
  );
});
