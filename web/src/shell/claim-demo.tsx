import { claimDemo } from "@ongea/contract";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { toast } from "../ui/toast.ts";
import { problemIn, useWords } from "../words/index.ts";

let begun = false;

/** Somebody who visited first and then signed in takes their demo workspace along. */
export function ClaimDemo(): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  useEffect(() => {
    if (begun) return;
    begun = true;
    server
      .call(claimDemo)
      .then(() => location.replace(paths.home))
      .catch((error: unknown) => {
        toast(words.say("shell.error"), problemIn(words, error), "bad");
        void goTo(paths.home, { replace: true });
      });
  }, [words, goTo]);
  return null;
}
