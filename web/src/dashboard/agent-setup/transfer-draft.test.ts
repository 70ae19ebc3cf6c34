import { ApiTools, transferNumberOf } from "@ongea/contract";
import { expect, test } from "vitest";
import { withoutFunction } from "./function-draft.ts";
import { transfersOf, withNewTransfer, withTransfer } from "./transfer-draft.ts";

const WRITTEN = ApiTools.parse({
  tools: [
    { key: "transfer_call", name: "transfer_to_sales", description: "Sales", pre_call_message: { sw: "Subiri", en: "Wait" } },
  ],
  tools_params: {
    transfer_to_sales: {
      method: "POST",
      param: '{"call_transfer_number":"+254711000001","call_sid":"%(call_sid)s"}',
      scope: "x",
    },
  },
});

test("a transfer as existing clients write it is shown, changed and kept whole", () => {
  const [shown] = transfersOf(WRITTEN);
  expect(shown?.draft).toEqual({ to: "+254711000001", when: "Sales", said: "Wait" });
  const changed = withTransfer(WRITTEN, shown!.tool, { to: "reception", when: "Sales", said: "One moment" });
  expect(changed.tools[0]?.pre_call_message).toEqual({ sw: "Subiri", en: "One moment" });
  expect(changed.tools_params["transfer_to_sales"]).toEqual({
    method: "POST",
    param: { call_transfer_number: "reception", call_sid: "%(call_sid)s" },
    scope: "x",
  });
});

test("several can be added, each with a name of its own, and taken away again", () => {
  const two = withNewTransfer(withNewTransfer(WRITTEN));
  expect(two.tools.map(({ name }) => name)).toEqual(["transfer_to_sales", "transfer_call", "transfer_call_2"]);
  expect(ApiTools.safeParse(two).success).toBe(true);
  const [, made] = transfersOf(two);
  expect(transferNumberOf(two, made!.tool)).toBeUndefined();
  const written = withTransfer(two, made!.tool, { ...made!.draft, to: "0711 000 001" });
  expect(transfersOf(written)[1]?.draft.to).toBe("0711 000 001");
  expect(withoutFunction(withoutFunction(written, written.tools[1]!), written.tools[2]!)).toEqual(WRITTEN);
});
