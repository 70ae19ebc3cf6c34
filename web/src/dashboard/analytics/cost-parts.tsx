/** What the costs of a period are made of, each part beside what it was before. */
import type { CallBoard } from "@ongea/contract";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords } from "../../words/index.ts";
import { COST_PARTS } from "./charts.tsx";
import { useFigureText } from "./measures.ts";

interface CostPartsProps {
  board: CallBoard;
  compare: boolean;
}

export function CostParts({ board: { total, before }, compare }: CostPartsProps): React.ReactNode {
  const words = useWords();
  const text = useFigureText();
  return (
    <WideTable label={words.say("analytics.cost")}>
      <table>
        <thead>
          <tr>
            <th>{words.say("analytics.part")}</th>
            <th className="number">{words.say("analytics.cost")}</th>
            <th className="number">{words.say("analytics.share")}</th>
            {compare && <th className="number">{words.say("analytics.before")}</th>}
          </tr>
        </thead>
        <tbody>
          {COST_PARTS.map(({ name, of }) => (
            <tr key={name}>
              <td>{words.say(name)}</td>
              <td className="number">{text(of(total), "dollars")}</td>
              <td className="number">{text(total.cost.total > 0 ? of(total) / total.cost.total : null, "share")}</td>
              {compare && <td className="number">{text(of(before), "dollars")}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}
