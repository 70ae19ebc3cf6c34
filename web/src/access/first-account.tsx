/** On a server without any account: where its owner finds the link that makes the first one. */
import { readFirstAccount } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../server.ts";
import { useWords } from "../words/index.ts";

export function useFirstAccount(): boolean {
  const first = useQuery({ queryKey: ["first-account"], queryFn: () => server.call(readFirstAccount), retry: false });
  return first.data?.wanted === true;
}

export function FirstAccount(): React.ReactNode {
  const words = useWords();
  if (!useFirstAccount()) return null;
  return (
    <div className="notice news" role="status">
      <p>{words.say("access.first_account")}</p>
    </div>
  );
}
