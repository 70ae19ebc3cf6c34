/** A member's invitation, opened: with an account one joins, without one it is made. */
import { acceptInvitation, readInvitation, readMe } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { isMissing, Missing } from "../ui/missing.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { useWords } from "../words/index.ts";
import { AccessPage } from "./access-page.tsx";
import { rememberAccount } from "./account-hint.ts";

export function Join(): React.ReactNode {
  const words = useWords();
  const token = new URLSearchParams(useLocation().search).get("token") ?? "";
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => server.call(readInvitation, { body: { token } }),
    enabled: token !== "",
    retry: false,
  });
  const me = useQuery({ queryKey: ["me"], queryFn: () => server.call(readMe), retry: false });
  const act = useAct({
    act: () => server.call(acceptInvitation, { body: { token } }),
    done: () => {
      rememberAccount();
      location.replace(paths.home);
    },
  });
  if (token === "")
    return (
      <AccessPage title={words.say("access.join")}>
        <ProblemLine>{words.say("access.link_missing")}</ProblemLine>
      </AccessPage>
    );
  if (isMissing(invitation.error))
    return (
      <AccessPage title={words.say("access.join")}>
        <Missing title={words.say("access.invitation_bad")} to={paths.signIn} act={words.say("access.back_to_sign_in")} />
      </AccessPage>
    );
  const title = invitation.data
    ? words.say("access.join_title", { workspace: invitation.data.workspace })
    : words.say("access.join");
  return (
    <AccessPage title={title}>
      <Loaded query={invitation}>
        {({ workspace, role, invited_by: inviter }) => (
          <div className="grid justify-items-start gap-4">
            <p>{words.say("access.sign_up_invited", { inviter, workspace, role: words.say(`access.role_${role}`) })}</p>
            {me.data?.kind === "person" ? (
              <>
                <p className="text-ink-2">{words.say("access.join_as", { email: me.data.email ?? "" })}</p>
                <Button rank="first" busy={act.busy && words.say("access.joining")} onClick={() => act.do()}>
                  {words.say("access.join")}
                </Button>
                <ProblemLine>{act.problem}</ProblemLine>
              </>
            ) : (
              <div className="flex flex-wrap gap-2">
                <Link className="button first" to={`${paths.signUp}?invitation=${encodeURIComponent(token)}`}>
                  {words.say("access.join_sign_up")}
                </Link>
                <Link className="button" to={`${paths.signIn}?join=${encodeURIComponent(token)}`}>
                  {words.say("access.join_sign_in")}
                </Link>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </AccessPage>
  );
}
