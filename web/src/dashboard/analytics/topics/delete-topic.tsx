import { deleteTopic, type Topic } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useWords } from "../../../words/index.ts";
import { TOPICS } from "./keys.ts";

export function DeleteTopic({ topic: { id, name } }: { topic: Topic }): React.ReactNode {
  const words = useWords();
  const [isAsking, setAsking] = useState(false);
  const remove = useAct({
    act: () => server.call(deleteTopic, { params: { topic_id: id } }),
    changes: [TOPICS],
    done: () => setAsking(false),
  });
  const title = words.say("topics.delete", { name });
  return (
    <>
      <Button rank="quiet" className="square" aria-label={title} onClick={() => setAsking(true)}>
        <Icon name="trash" />
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={title}
        description={words.say("topics.delete_note")}
        act={words.say("topics.remove")}
        busy={remove.busy ? words.say("topics.remove") : false}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </>
  );
}
