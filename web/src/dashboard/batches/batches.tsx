/** Batches: who is called from a file, how far it is, and what came of it. */
import { type Agent, listAgents, listAllBatches, listBatches, mayActAs, type Batch } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { useOpened } from "../../ui/by-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import { BatchRows } from "./batch-rows.tsx";
import { DoNotCallDialog } from "./do-not-call.tsx";
import { BATCHES, LOOK_AGAIN_MS } from "./keys.ts";
import { UploadDialog } from "./upload-dialog.tsx";

export function Batches(): React.ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const [making, setMaking] = useOpened("new");
  const [listing, setListing] = useOpened("do-not-call");
  const mayMake = mayActAs(useMe().workspace.role, "agent_manager");
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  const chosen = agents.data?.find(({ id }) => id === search.get("agent"))?.id;
  const agentId = chosen ?? agents.data?.[0]?.id;
  const pick = (id: string): void => setSearch(id === "" ? {} : { agent: id }, { replace: true });
  return (
    <>
      <PageHead title={words.say("batches.title")} subtitle={words.say("batches.subtitle")}>
        <Button onClick={() => setListing(true)}>{words.say("batches.do_not_call")}</Button>
        {mayMake && (
          <Button rank="first" disabled={agentId === undefined} onClick={() => setMaking(true)}>
            {words.say("batches.new")}
          </Button>
        )}
      </PageHead>
      <DoNotCallDialog open={listing} onOpenChange={setListing} />
      <Loaded query={agents} rows={3}>
        {(all) =>
          agentId === undefined ? (
            <Empty title={words.say("batches.no_agents")} act={<Link to={paths.newAgent()}>{words.say("shell.setup")}</Link>}>
              {words.say("batches.no_agents_note")}
            </Empty>
          ) : (
            <>
              <div className="max-w-80 pb-4">
                <SelectField
                  label={words.say("batches.agent")}
                  value={chosen ?? ""}
                  onChange={({ target }) => pick(target.value)}
                >
                  <option value="">{words.say("batches.all_agents")}</option>
                  {all.map(({ id, agent_name: name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              </div>
              <List agents={all} agentId={chosen} make={mayMake ? () => setMaking(true) : undefined} />
              <UploadDialog agents={all} agentId={agentId} open={mayMake && making} onOpenChange={setMaking} made={pick} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface ListProps {
  agents: readonly Agent[];
  /** Undefined: of all of them. */
  agentId: string | undefined;
  make: (() => void) | undefined;
}

function List({ agents, agentId, make }: ListProps): React.ReactNode {
  const words = useWords();
  const batches = useQuery({
    queryKey: [...BATCHES, "of", agentId ?? ""],
    queryFn: () =>
      agentId === undefined ? server.call(listAllBatches) : server.call(listBatches, { params: { agent_id: agentId } }),
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? LOOK_AGAIN_MS : false),
  });
  return (
    <Loaded query={batches} rows={6}>
      {(rows) =>
        rows.length > 0 ? (
          <BatchRows batches={rows} agents={agentId === undefined ? agents : []} />
        ) : (
          <Empty title={words.say("batches.none")} act={make && <Button onClick={make}>{words.say("batches.new")}</Button>}>
            {words.say("batches.none_note")}
          </Empty>
        )
      }
    </Loaded>
  );
}

export function isMoving({ status, in_progress_count: calling }: Batch): boolean {
  return status === "running" || status === "scheduled" || calling > 0;
}
