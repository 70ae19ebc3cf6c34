import { signInWithCode } from "@ongea/contract";
import { useState } from "react";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { useWords } from "../words/index.ts";
import { AccessPage } from "./access-page.tsx";
import { entered } from "./entered.ts";
import { Form } from "./form.tsx";
import { onlyProblems } from "./rules.ts";

/** The password was right; now the code of the app, or a backup code. */
export function SecondFactor({ back }: { back: () => void }): React.ReactNode {
  const words = useWords();
  const [code, setCode] = useState("");
  const act = useAct({ act: () => server.call(signInWithCode, { body: { code: code.trim() } }), done: entered });
  return (
    <AccessPage title={words.say("access.second_title")} note={words.say("access.second_note")}>
      <Form
        act={words.say("access.continue")}
        busyWord={words.say("access.signing_in")}
        busy={act.busy}
        problem={act.problem}
        check={() => onlyProblems({ code: code.trim() === "" ? words.say("access.code_missing") : undefined })}
        onSend={() => act.do()}
      >
        {(problems, edited) => (
          <TextField
            label={words.say("access.code")}
            autoComplete="one-time-code"
            autoFocus
            maxLength={20}
            value={code}
            problem={problems.code}
            onChange={({ target }) => {
              setCode(target.value);
              edited("code");
            }}
          />
        )}
      </Form>
      <Button rank="quiet" onClick={back}>
        {words.say("access.back_to_sign_in")}
      </Button>
    </AccessPage>
  );
}
