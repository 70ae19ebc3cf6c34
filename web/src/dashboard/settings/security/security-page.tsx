import { useMe } from "../../../shell/me.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** How one signs in, and where one is signed in. */
export function SecurityPage(): React.ReactNode {
  const me = useMe();
  return (
    <>
      <PasswordForm email={me.email ?? ""} />
      <Passkeys />
      <SecondFactor />
      <Sessions />
    </>
  );
}
