import { readCallTopic, setCallTopic } from "@ongea/contract";
import { TopicChoice } from "../../call/topic-choice.tsx";
import { server } from "../../server.ts";

export function CallTopic({ id }: { id: string }): React.ReactNode {
  const params = { execution_id: id };
  return (
    <TopicChoice
      queryKey={["call", id, "topic"]}
      read={() => server.call(readCallTopic, { params })}
      set={(topic_id) => server.call(setCallTopic, { params, body: { topic_id } })}
    />
  );
}
