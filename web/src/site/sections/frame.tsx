import { Icon } from "../../ui/icon.tsx";
import { Mark } from "../../timeline/mark.tsx";
import { usePageContext } from "../page-context.ts";
import { LanguageLinks, LanguageMenu } from "./languages.tsx";

const ANCHORS = [
  ["frame.features", "/#features"],
  ["frame.solutions", "/#use-cases"],
  ["frame.benefits", "/#benefits"],
] as const;

const FOOTER = [
  ["frame.features", "/#features"],
  ["frame.use_cases", "/#use-cases"],
  ["frame.demo", "/#demo"],
  ["frame.help_center", "/contact"],
  ["frame.contact", "/contact"],
  ["frame.about", "/about"],
  ["frame.privacy", "/privacy"],
  ["frame.terms", "/terms"],
] as const;

/** Around every page of the public site: header, footer, and the place where toasts appear. */
export function Frame({ children }: { children: React.ReactNode }): React.ReactNode {
  const { say } = usePageContext().words;
  return (
    <>
      <a className="skip" href="#content">
        {say("frame.skip")}
      </a>
      <Header />
      <main id="content">{children}</main>
      <Footer />
      <div className="toasts" data-toasts role="status" aria-live="polite" />
    </>
  );
}

function Header(): React.ReactNode {
  const { words, at } = usePageContext();
  const { say } = words;
  return (
    <header className="wrap head">
      <a className="brand" href={at("/")}>
        <Mark />
        <span>Ongea</span>
      </a>
      <nav className="wide" aria-label={say("frame.site")}>
        <Anchors />
        <Integrations />
      </nav>
      <LanguageMenu />
      <a className="button quiet wide" href="/dashboard">
        {say("frame.log_in")}
      </a>
      <a className="button first wide" href="/dashboard">
        {say("frame.request_a_demo")}
      </a>
      <details className="menu" data-menu>
        <summary className="button quiet square" aria-label={say("frame.menu")}>
          <Icon name="menu" />
        </summary>
        <nav aria-label={say("frame.menu")}>
          <Anchors />
          <Integrations />
          <a href="/dashboard">{say("frame.log_in")}</a>
          <a className="button first" href="/dashboard">
            {say("frame.request_a_demo")}
          </a>
        </nav>
      </details>
    </header>
  );
}

function Anchors(): React.ReactNode {
  const { words, at } = usePageContext();
  return ANCHORS.map(([label, href]) => (
    <a key={label} href={at(href)}>
      {words.say(label)}
    </a>
  ));
}

function Integrations(): React.ReactNode {
  return <a href="/dashboard/providers">{usePageContext().words.say("frame.integrations")}</a>;
}

function Footer(): React.ReactNode {
  const { words, at } = usePageContext();
  const { say } = words;
  return (
    <footer className="wrap foot">
      <a className="brand small" href={at("/")}>
        <Mark cell={2} />
        <span>Ongea</span>
      </a>
      <nav aria-label={say("frame.footer")}>
        {FOOTER.map(([label, href]) => (
          <a key={label} href={at(href)}>
            {say(label)}
          </a>
        ))}
      </nav>
      <nav className="speak" aria-label={say("frame.languages")}>
        <LanguageLinks />
      </nav>
    </footer>
  );
}
