import { Link, useLocation } from "react-router";
import { Motif } from "../ui/icon.tsx";
import { useWords } from "../words/index.ts";
import { Mark } from "../timeline/mark.tsx";
import { isActive, SCREENS, type Screen } from "./screens.ts";
import { SpeechNote } from "./speech-note.tsx";

interface SidebarProps {
  collapsed?: boolean;
  /** Absent in the drawer, which cannot be folded. */
  toggle?: () => void;
}

export function Sidebar({ collapsed = false, toggle }: SidebarProps): React.ReactNode {
  const words = useWords();
  const entries = (place: Screen["place"]): React.ReactNode =>
    SCREENS.filter((one) => one.place === place).map((one) => <Entry key={one.path} screen={one} collapsed={collapsed} />);
  return (
    <aside className="side">
      <a className="brand" href="/" {...(collapsed ? { "aria-label": "Ongea" } : {})}>
        <Mark />
        <span>Ongea</span>
      </a>
      <nav aria-label={words.say("shell.screens")}>
        {entries("main")}
        {entries("more")}
      </nav>
      <div className="more">
        {!collapsed && <SpeechNote />}
        {toggle && (
          <button type="button" className="fold" aria-expanded={!collapsed} onClick={toggle}>
            <span>{words.say(collapsed ? "shell.expand" : "shell.collapse")}</span> <kbd>[</kbd>
          </button>
        )}
      </div>
    </aside>
  );
}

/** Collapsed, its words stand in a tip beside it, for the pointer and for the focus. */
function Entry({ screen, collapsed }: { screen: Screen; collapsed: boolean }): React.ReactNode {
  const words = useWords();
  const { pathname } = useLocation();
  const active = isActive(screen, pathname);
  return (
    <Link to={screen.path} {...(active ? { "aria-current": "page" as const } : {})}>
      <Motif name={screen.motif} cell={collapsed ? 3 : 2} />
      <span className={collapsed ? "tip" : "entry"}>
        <span>{words.say(screen.label)}</span>
        <small>{words.say(screen.note)}</small>
      </span>
    </Link>
  );
}
