/** The address that a person's account is known by. */
import { TextField } from "../ui/field.tsx";
import { useWords } from "../words/index.ts";

interface EmailFieldProps {
  value: string;
  /** What is wrong with it, once it has been looked at. */
  problem: string | undefined;
  /** "username webauthn": the browser may offer a passkey in this field. */
  autoComplete?: "username" | "username webauthn";
  onChange(email: string): void;
}

export function EmailField({ value, problem, autoComplete = "username", onChange }: EmailFieldProps): React.ReactNode {
  return (
    <TextField
      label={useWords().say("access.email")}
      type="email"
      autoComplete={autoComplete}
      maxLength={254}
      value={value}
      problem={problem}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
