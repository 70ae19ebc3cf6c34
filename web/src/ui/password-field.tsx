import { useState } from "react";
import { useWords } from "../words/index.ts";
import { TextField } from "./field.tsx";

type PasswordFieldProps = Omit<React.ComponentProps<typeof TextField>, "act" | "type">;

/** A password that can be looked at before it is sent. */
export function PasswordField(props: PasswordFieldProps): React.ReactNode {
  const words = useWords();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="off"
      spellCheck={false}
      {...props}
      type={isShown ? "text" : "password"}
      dir="ltr"
      act={
        <button type="button" className="link justify-self-start" onClick={() => setShown(!isShown)}>
          {words.say(isShown ? "access.hide" : "access.show")}
        </button>
      }
    />
  );
}
