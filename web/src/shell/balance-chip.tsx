import { readBalance } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../server.ts";
import { useWords } from "../words/index.ts";
import { useMoney } from "./money.ts";

/** What is left, in the currency that the person reads. */
export function BalanceChip(): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  const { data } = useQuery({ queryKey: ["credits"], queryFn: () => server.call(readBalance) });
  if (!data) return null;
  const amount = money(data.amount_minor, data.currency);
  return <span className="balance wide-only">{words.say("shell.balance", { amount })}</span>;
}
