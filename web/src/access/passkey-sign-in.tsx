import { passkeySignInOptions, signInWithPasskey } from "@ongea/contract";
import { browserSupportsWebAuthn, startAuthentication } from "@simplewebauthn/browser";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { useWords } from "../words/index.ts";
import { entered } from "./entered.ts";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** Nothing to type: the device's own lock says who it is. */
export function PasskeySignIn(): React.ReactNode {
  const words = useWords();
  const act = useAct({
    act: async () => {
      const options = await server.call(passkeySignInOptions);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library of the server made them
      const response = await startAuthentication({ optionsJSON: options as unknown as Options }).catch(() => null);
      if (response === null) return "cancelled";
      await server.call(signInWithPasskey, { body: { response: { ...response } } });
      return "entered";
    },
    done: (outcome) => outcome === "entered" && entered(),
  });
  if (!browserSupportsWebAuthn()) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <Button busy={act.busy && words.say("access.passkey_waiting")} onClick={() => act.do()}>
        {words.say("access.passkey")}
      </Button>
      <ProblemLine>{act.problem}</ProblemLine>
    </div>
  );
}
