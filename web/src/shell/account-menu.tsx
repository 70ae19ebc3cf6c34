import { useState } from "react";
import { useNavigate } from "react-router";
import { useOwnCall } from "../call/own-call.tsx";
import { useOpenWorkspace } from "../access/use-open-workspace.ts";
import { paths } from "../paths.ts";
import type { Opened } from "../ui/later.tsx";
import { Menu, MenuHead, MenuItem, MenuLine } from "../ui/menu.tsx";
import { type FurtherArea, useAreas, useWords } from "../words/index.ts";
import { useMe } from "./me.tsx";
import { switchTheme } from "./theme.ts";
import { useSignOut } from "./use-sign-out.ts";
import { partLater } from "../ui/part-later.tsx";

const AREAS: readonly FurtherArea[] = ["palette"];
const Shortcuts = partLater(async () => (await import("./shortcuts.tsx")).Shortcuts);

/** 'My Account': profile, settings, members, security, language, help, and the way out. */
export function AccountMenu({ trigger, defaultOpen }: Opened): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const me = useMe();
  const own = useOwnCall();
  const [lists, setLists] = useState(false);
  const goTo = useNavigate();
  const leave = useSignOut();
  const openWorkspace = useOpenWorkspace();
  const isPerson = me.kind === "person";
  return (
    <>
      <Menu trigger={trigger} label={words.say("shell.account")} defaultOpen={defaultOpen}>
        <MenuHead>
          {words.say("shell.account")}
          <small>{me.name || words.say("shell.admin_user")}</small>
          {me.email && <small>{me.email}</small>}
        </MenuHead>
        <MenuLine />
        <MenuItem onSelect={() => goTo(paths.settings("profile"))}>{words.say("shell.profile")}</MenuItem>
        <MenuItem onSelect={() => goTo(paths.settings("workspace"))}>{words.say("shell.settings")}</MenuItem>
        <MenuItem onSelect={() => goTo(paths.settings("members"))}>{words.say("shell.members")}</MenuItem>
        {isPerson && <MenuItem onSelect={() => goTo(paths.settings("security"))}>{words.say("shell.security")}</MenuItem>}
        <MenuItem onSelect={() => goTo(paths.settings("language"))}>{words.say("shell.language")}</MenuItem>
        <MenuItem onSelect={switchTheme}>{words.say("shell.theme")}</MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => (own.isBusy ? window.open(paths.docs, "_blank", "noreferrer") : goTo(paths.docs))}>
          {words.say("palette.help")}
        </MenuItem>
        <MenuItem onSelect={() => setLists(true)}>{words.say("palette.shortcuts")}</MenuItem>
        {me.workspaces.length > 1 && (
          <>
            <MenuLine />
            <MenuHead>{words.say("shell.workspaces")}</MenuHead>
            {me.workspaces.map(({ id, name }) => (
              <MenuItem key={id} onSelect={() => id !== me.workspace.id && openWorkspace(id)}>
                <span className="grow">{name}</span>
                {id === me.workspace.id && <span className="hint">{words.say("shell.workspace_current")}</span>}
              </MenuItem>
            ))}
          </>
        )}
        <MenuLine />
        <MenuItem onSelect={leave}>{words.say("shell.sign_out")}</MenuItem>
      </Menu>
      {lists && <Shortcuts close={() => setLists(false)} />}
    </>
  );
}
