import { signOut } from "@ongea/contract";
import { useQueryClient } from "@tanstack/react-query";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { toast } from "../ui/toast.ts";
import { problemIn, useWords } from "../words/index.ts";
import { useMe } from "./me.tsx";

/** The way out: a person to where they sign in, a visitor to the site. */
export function useSignOut(): () => void {
  const words = useWords();
  const me = useMe();
  const queries = useQueryClient();
  return () => {
    server
      .call(signOut)
      .then(() => {
        queries.clear();
        location.replace(me.kind === "person" ? paths.signIn : "/");
      })
      .catch((error: unknown) => toast(words.say("shell.error"), problemIn(words, error), "bad"));
  };
}
