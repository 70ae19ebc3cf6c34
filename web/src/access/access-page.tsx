/** A page of its own, before anybody is known: the mark, a title, a form. */
import { PageTitle } from "../shell/page-head.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { Mark } from "../timeline/mark.tsx";

export function AccessPage({
  title,
  note,
  children,
}: {
  title: string;
  note?: string | undefined;
  children: React.ReactNode;
}): React.ReactNode {
  return (
    <div className="access">
      <PageTitle title={title} />
      <header>
        <a className="brand" href="/">
          <Mark />
          <span>Ongea</span>
        </a>
        <LanguageChoice />
      </header>
      <main>
        <h1>{title}</h1>
        {note !== undefined && <p className="text-ink-2">{note}</p>}
        {children}
      </main>
    </div>
  );
}
