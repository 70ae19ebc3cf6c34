/** Telephone numbers: which the workspace holds, who answers them, what they cost. */
import { listAgents, listPhoneNumbers, mayActAs } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { useOpened } from "../../ui/by-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { BuyDialog } from "./buy-dialog.tsx";
import { isCarrier, useSources } from "./carriers.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { NUMBERS } from "./keys.ts";
import { NumberRows } from "./number-rows.tsx";
import { Phones } from "./phones.tsx";
import { Trunks } from "./trunks.tsx";
import { useTrunks } from "./use-trunks.ts";

export function PhoneNumbers(): React.ReactNode {
  const words = useWords();
  const mayBuy = mayActAs(useMe().workspace.role, "admin");
  const [buying, setBuying] = useOpened("buy");
  const [importing, setImporting] = useState(false);
  const companies = useSources().filter(isCarrier);
  const numbers = useQuery({ queryKey: NUMBERS, queryFn: () => server.call(listPhoneNumbers) });
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  // Asked for at once, though it is shown below the numbers.
  useTrunks();
  const { isError } = numbers;
  useEffect(
    () => (isError ? toast(words.say("numbers.loading_error"), words.say("numbers.loading_error_note"), "bad") : undefined),
    [isError, words],
  );
  const buy = (
    <Button rank="first" onClick={() => setBuying(true)}>
      {words.say("numbers.buy")}
    </Button>
  );
  return (
    <>
      <PageHead title={words.say("numbers.title")} subtitle={words.say("numbers.subtitle")}>
        {mayBuy && companies.length > 0 && <Button onClick={() => setImporting(true)}>{words.say("numbers.import")}</Button>}
        {mayBuy && numbers.data?.length !== 0 && buy}
      </PageHead>
      <Loaded query={numbers} rows={4}>
        {(held) =>
          held.length > 0 ? (
            <NumberRows numbers={held} agents={agents.data ?? []} />
          ) : (
            <Empty title={words.say("numbers.none")} act={mayBuy && buy}>
              {words.say("numbers.none_note")}
            </Empty>
          )
        }
      </Loaded>
      {/* How many numbers there are is not known before: nothing stands below them that would have to move. */}
      {!numbers.isPending && (
        <>
          <p className="max-w-prose pt-4 text-ink-2">{words.say("numbers.sandbox_note")}</p>
          <Phones agents={agents.data ?? []} />
          <Trunks />
        </>
      )}
      <ImportDialog open={importing} onOpenChange={setImporting} carriers={companies} />
      <BuyDialog open={mayBuy && buying} onOpenChange={setBuying} />
    </>
  );
}
