/** Renders every page of the public site to HTML in every language; run once, when the product is built. */
import { entriesOf } from "@ongea/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { LANGUAGES } from "../words/languages.ts";
import { createWords } from "../words/words.ts";
import { SITE_CATALOGUES } from "./catalogues.ts";
import { documentOf, type Assets } from "./document.ts";
import { Contact, RequestDemo, VerifyInvite } from "./forms.tsx";
import { Landing } from "./landing.tsx";
import { PAGES } from "./metadata.ts";
import { Frame } from "./sections/frame.tsx";
import { addressIn, PageContextProvider, type PageContext } from "./page-context.ts";
import { About, Missing, Privacy, Terms } from "./plain-pages.tsx";

const CONTENT: Record<keyof typeof PAGES, () => React.ReactNode> = {
  home: Landing,
  requestDemo: RequestDemo,
  verifyInvite: VerifyInvite,
  about: About,
  contact: Contact,
  privacy: Privacy,
  terms: Terms,
  missing: Missing,
};

export interface RenderedPage {
  /** Of the file: `about.html`, `sw/index.html`. */
  name: string;
  html: string;
}

export function renderSite(assets: Assets): RenderedPage[] {
  return LANGUAGES.flatMap((language) => {
    const words = createWords(language, SITE_CATALOGUES[language]);
    return entriesOf(PAGES).map(([key, metadata]) => {
      const body = bodyOf(key, { words, path: metadata.path });
      const address = addressIn(language, metadata.path).slice(1);
      const name = metadata.path === "/" ? `${address}index.html` : `${address}.html`;
      return { name, html: documentOf({ words, metadata, body }, assets) };
    });
  });
}

function bodyOf(page: keyof typeof PAGES, place: PageContext): string {
  const Content = CONTENT[page];
  return renderToStaticMarkup(
    <PageContextProvider value={place}>
      <Frame>
        <Content />
      </Frame>
    </PageContextProvider>,
  );
}
