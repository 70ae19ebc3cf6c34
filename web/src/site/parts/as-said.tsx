import { useSiteWords } from "../place.ts";

/** Words of a real call: the calls of this site were held in English, whatever the page is written in. */
export function AsSaid({ children }: { children: string }): React.ReactNode {
  const { language } = useSiteWords();
  return language === "en" ? (
    children
  ) : (
    <span lang="en" dir="ltr">
      {children}
    </span>
  );
}
