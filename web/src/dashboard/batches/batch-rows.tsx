import type { Agent, Batch } from "@ongea/contract";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords } from "../../words/index.ts";
import { BatchActs } from "./batch-acts.tsx";
import { BatchStatusLine, Progress, Results } from "./batch-parts.tsx";

interface BatchRowsProps {
  batches: readonly Batch[];
  /** Whose names stand with their batches. */
  agents: readonly Agent[];
}

export function BatchRows({ batches, agents }: BatchRowsProps): React.ReactNode {
  const words = useWords();
  return (
    <WideTable label={words.say("batches.title")}>
      <table className="cards">
        <thead>
          <tr>
            <th>{words.say("batches.name")}</th>
            <th>{words.say("batches.status")}</th>
            <th className="min-w-44">{words.say("batches.progress")}</th>
            <th className="min-w-44">{words.say("batches.results")}</th>
            <th>{words.say("batches.made")}</th>
            <th>
              <span className="visually-hidden">{words.say("batches.run")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.batch_id}>
              <td className="card-title">
                <Link className="font-bold [overflow-wrap:anywhere]" to={paths.batch(batch.batch_id)}>
                  {batch.file_name}
                </Link>
                <AgentName agent={agents.find(({ id }) => id === batch.agent_id)} />
              </td>
              <td className="card-beside">
                <BatchStatusLine batch={batch} />
              </td>
              <td>
                <Progress batch={batch} />
              </td>
              <td>
                <Results batch={batch} />
              </td>
              <td className="whitespace-nowrap" data-name={words.say("batches.made")}>
                {words.moment(batch.created_at)}
              </td>
              <td>
                <div className="flex justify-end gap-2 max-[700px]:justify-start">
                  <BatchActs batch={batch} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function AgentName({ agent }: { agent: Agent | undefined }): React.ReactNode {
  return (
    agent && (
      <small className="hint block">
        <bdi>{agent.agent_name}</bdi>
      </small>
    )
  );
}
