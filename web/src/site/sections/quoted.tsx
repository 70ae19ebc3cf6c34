import { useSiteWords } from "../page-context.ts";

interface AsSaidProps {
  /** In which the call was held, whatever the page is written in. */
  language?: string | undefined;
  children: string;
}

/** Words of a real call. */
export function Quoted({ language = "en", children }: AsSaidProps): React.ReactNode {
  const { language: pages } = useSiteWords();
  return language === pages ? (
    children
  ) : (
    <span lang={language} dir="ltr">
      {children}
    </span>
  );
}
