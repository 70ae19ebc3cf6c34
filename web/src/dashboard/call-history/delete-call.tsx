import { deleteCall, mayActAs } from "@ongea/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { problemIn, useWords } from "../../words/index.ts";

/** For those who may; it asks first. */
export function DeleteCall({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const goTo = useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const act = useMutation({
    mutationFn: () => server.call(deleteCall, { params: { execution_id: id } }),
    onSuccess: async () => {
      toast(words.say("history.deleted"));
      await goTo(paths.history, { replace: true });
      queries.removeQueries({ queryKey: ["call", id] });
      await queries.invalidateQueries();
    },
  });
  if (!mayActAs(me.workspace.role, "admin")) return null;
  return (
    <>
      <Button rank="bad" onClick={() => setAsking(true)}>
        {words.say("history.delete")}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("history.delete_title")}
        description={words.say("history.delete_note")}
        act={words.say("history.delete")}
        busy={act.isPending && words.say("history.deleting")}
        problem={act.isError ? problemIn(words, act.error) : undefined}
        onConfirm={() => act.mutate()}
      />
    </>
  );
}
