import { readWebhookDelivery } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";

/** What a webhook is sent, laid out to be read. */
export function DeliveryBody({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const delivery = useQuery({
    queryKey: ["webhook-delivery", id],
    queryFn: () => server.call(readWebhookDelivery, { params: { delivery_id: id } }),
  });
  return (
    <div className="basis-full">
      <Loaded query={delivery}>
        {({ body }) => (
          <pre
            dir="ltr"
            className="m-0 max-h-80 overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]"
            role="region"
            aria-label={words.say("agents.webhook_body")}
            tabIndex={0}
          >
            {laidOut(body)}
          </pre>
        )}
      </Loaded>
    </div>
  );
}

function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
