import { openWorkspace } from "@ongea/contract";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { toast } from "../ui/toast.ts";
import { problemIn, useWords } from "../words/index.ts";

/** Goes on in another workspace: everything on the page is of the old one, so the page begins anew. */
export function useOpenWorkspace(): (id: string) => void {
  const words = useWords();
  return (id) => {
    server
      .call(openWorkspace, { params: { workspace_id: id } })
      .then(() => location.assign(paths.home))
      .catch((error: unknown) => toast(words.say("shell.error"), problemIn(words, error), "bad"));
  };
}
