import { Link } from "react-router";

interface Tab {
  to: string;
  label: string;
  chosen: boolean;
}

/** Tabs that are places: each has an address, so it can be kept, sent and gone back to. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }): React.ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, label: name, chosen }) => (
        <Link key={to} to={to} {...(chosen ? { "aria-current": "page" as const } : {})}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
