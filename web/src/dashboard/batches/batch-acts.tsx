import { deleteBatch, mayActAs, runBatch, stopBatch, type Batch } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { BATCHES } from "./keys.ts";

const MAY_RUN: readonly Batch["status"][] = ["created", "scheduled", "stopped", "failed"];

/** Run now, stop, delete: each where it can be done. */
export function BatchActs({ batch, gone }: { batch: Batch; gone?: (() => void) | undefined }): React.ReactNode {
  const words = useWords();
  const mayAct = mayActAs(useMe().workspace.role, "agent_manager");
  const params = { batch_id: batch.batch_id };
  const told = (title: string) => (problem: string) => toast(title, problem, "bad");
  const run = useAct({
    act: () => server.call(runBatch, { params }),
    changes: [BATCHES],
    done: () => toast(words.say("batches.started")),
    failed: told(words.say("batches.run_failed")),
  });
  const stop = useAct({
    act: () => server.call(stopBatch, { params }),
    changes: [BATCHES],
    done: () => toast(words.say("batches.stopped")),
    failed: told(words.say("batches.stop_failed")),
  });
  if (!mayAct) return null;
  return (
    <>
      {MAY_RUN.includes(batch.status) && (
        <Button busy={run.busy && words.say("batches.running_now")} onClick={() => run.do()}>
          {words.say("batches.run")}
        </Button>
      )}
      {batch.status === "running" && (
        <Button busy={stop.busy && words.say("batches.stopping")} onClick={() => stop.do()}>
          {words.say("batches.stop")}
        </Button>
      )}
      <Delete batch={batch} gone={gone} />
    </>
  );
}

function Delete({ batch, gone }: { batch: Batch; gone: (() => void) | undefined }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(deleteBatch, { params: { batch_id: batch.batch_id } }),
    changes: gone ? [] : [BATCHES],
    done: () => {
      setAsking(false);
      toast(words.say("batches.deleted"));
      gone?.();
    },
    failed: (problem) => toast(words.say("batches.delete_failed"), problem, "bad"),
  });
  const question = words.say("batches.delete_title", { file: batch.file_name });
  return (
    <>
      <Button rank="bad" onClick={() => setAsking(true)} aria-label={question}>
        {words.say("batches.delete")}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={question}
        description={words.say(batch.message ? "batches.delete_note_messages" : "batches.delete_note")}
        act={words.say("batches.delete")}
        busy={act.busy && words.say("batches.deleting")}
        problem={act.problem}
        onConfirm={() => act.do()}
      />
    </>
  );
}
