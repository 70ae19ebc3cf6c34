import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icon.tsx";
import { opensLater } from "../ui/later.tsx";
import { useWords } from "../words/index.ts";
import { BalanceChip } from "./balance-chip.tsx";
import { useMe } from "./me.tsx";
import { Bell } from "./bell.tsx";
import { SearchBox } from "./search-box.tsx";
import { StatusChip } from "./status-chip.tsx";
import { partLater } from "../ui/part-later.tsx";

const Drawer = partLater(async () => (await import("./drawer.tsx")).Drawer);
const AccountMenu = opensLater(async () => (await import("./account-menu.tsx")).AccountMenu);

export function Header(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  return (
    <header className="top">
      <Burger />
      <SearchBox />
      <span className="grow" />
      <StatusChip />
      <BalanceChip />
      <Bell />
      <Link className="button quiet square wide-only" to={paths.settings()} aria-label={words.say("shell.settings")}>
        <Icon name="settings" />
      </Link>
      <AccountMenu
        button={(props) => (
          <button type="button" className="button quiet who" {...props}>
            <span className="wide-only">{me.name || words.say("shell.admin_user")}</span>{" "}
            <span className="visually-hidden">{words.say("shell.account")}</span>
            <Icon name="down" />
          </button>
        )}
      />
      <div id="floats" />
    </header>
  );
}

/** On a small screen the sidebar is a drawer. */
function Burger(): React.ReactNode {
  const words = useWords();
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button quiet square burger"
        aria-label={words.say("shell.menu")}
        aria-haspopup="dialog"
        onClick={() => setWanted(true)}
      >
        <Icon name="menu" />
      </button>
      {wanted && <Drawer close={() => setWanted(false)} />}
    </>
  );
}
