import { Icon } from "../../ui/icon.tsx";
import { Mark } from "../../weave/mark.tsx";

const ANCHORS = [
  ["Features", "/#features"],
  ["Solutions", "/#use-cases"],
  ["Benefits", "/#benefits"],
] as const;

const FOOTER = [
  ["Features", "/#features"],
  ["Use cases", "/#use-cases"],
  ["Demo", "/#demo"],
  ["Help Center", "/contact"],
  ["Contact", "/contact"],
  ["About", "/about"],
  ["Privacy", "/privacy"],
  ["Terms", "/terms"],
] as const;

/** Around every page of the public site: header, footer, and the place where toasts appear. */
export function Frame({ children }: { children: React.ReactNode }): React.ReactNode {
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <Header />
      <main id="content">{children}</main>
      <Footer />
      <div className="toasts" data-toasts role="status" aria-live="polite" />
    </>
  );
}

function Header(): React.ReactNode {
  return (
    <header className="wrap head">
      <a className="brand" href="/">
        <Mark />
        <span>Ongea</span>
      </a>
      <nav className="wide" aria-label="Site">
        {ANCHORS.map(([label, href]) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <a className="button quiet wide" href="/dashboard">
        Log In
      </a>
      <a className="button first wide" href="/dashboard">
        Request a Demo
      </a>
      <details className="menu" data-menu>
        <summary className="button quiet square" aria-label="Menu">
          <Icon name="menu" />
        </summary>
        <nav aria-label="Menu">
          {ANCHORS.map(([label, href]) => (
            <a key={label} href={href}>
              {label}
            </a>
          ))}
          <a href="/dashboard">Log In</a>
          <a className="button first" href="/dashboard">
            Request a Demo
          </a>
        </nav>
      </details>
    </header>
  );
}

function Footer(): React.ReactNode {
  return (
    <footer className="wrap foot">
      <a className="brand small" href="/">
        <Mark cell={2} />
        <span>Ongea</span>
      </a>
      <nav aria-label="Footer">
        {FOOTER.map(([label, href]) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
      </nav>
    </footer>
  );
}
