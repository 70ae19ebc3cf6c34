import { useWords } from "../words/index.ts";

/** The optional band above a screen: its title, a subtitle, and what can be done here. */
export function PageHead({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: React.ReactNode;
  children?: React.ReactNode;
}): React.ReactNode {
  return (
    <>
      <PageTitle title={title} />
      <div className="page-head">
        <h1>{title}</h1>
        {subtitle !== undefined && <p>{subtitle}</p>}
        {children !== undefined && <span className="grow" />}
        {children}
      </div>
    </>
  );
}

/** The document's own. */
export function PageTitle({ title }: { title: string }): React.ReactNode {
  const words = useWords();
  return <title>{words.say("shell.title", { screen: title })}</title>;
}
