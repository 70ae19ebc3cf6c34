import { PASSWORD_LENGTH } from "@ongea/contract";
import { useWords, type SentenceId } from "../words/index.ts";
import { PasswordField } from "./password-field.tsx";
import { type Strength, strengthOf } from "./strength.ts";

const WORDS: Readonly<Record<Strength, SentenceId>> = {
  weak: "access.password_weak",
  fair: "access.password_fair",
  strong: "access.password_strong",
};
const TONES: Readonly<Record<Strength, string>> = { weak: "bad", fair: "waiting", strong: "good" };

type NewPasswordProps = Omit<React.ComponentProps<typeof PasswordField>, "autoComplete" | "maxLength"> & {
  value: string;
};

/** A password that is being chosen, with how hard it is to guess once it is long enough. */
export function NewPassword(props: NewPasswordProps): React.ReactNode {
  const words = useWords();
  const strength = props.value.length < PASSWORD_LENGTH.min ? undefined : strengthOf(props.value);
  return (
    <div className="wide grid gap-1">
      <PasswordField
        {...props}
        autoComplete="new-password"
        maxLength={PASSWORD_LENGTH.max}
        hint={props.hint ?? words.say("access.password_hint", { min: PASSWORD_LENGTH.min })}
      />
      <p className="m-0 min-h-5" role="status">
        {strength && <span className={`status ${TONES[strength]}`}>{words.say(WORDS[strength])}</span>}
      </p>
    </div>
  );
}
