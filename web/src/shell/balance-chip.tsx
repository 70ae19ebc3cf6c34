import { readBalance } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../paths.ts";
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
  return (
    <Link className="balance wide-only" to={paths.settings("balance")}>
      {words.say("shell.balance", { amount })}
    </Link>
  );
}
