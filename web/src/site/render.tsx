/** Renders every page of the public site to HTML; run once, when the product is built. */
import { renderToStaticMarkup } from "react-dom/server";
import { documentOf, type Assets } from "./document.ts";
import { PAGES } from "./metadata.ts";
import { Frame } from "./parts/frame.tsx";
import { Landing } from "./landing.tsx";
import { Contact, RequestDemo, VerifyInvite } from "./forms.tsx";
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
  /** Of the file. */
  name: string;
  html: string;
}

export function renderSite(assets: Assets): RenderedPage[] {
  return Object.entries(PAGES).map(([key, page]) => {
    const Content = CONTENT[key as keyof typeof PAGES];
    const body = renderToStaticMarkup(
      <Frame>
        <Content />
      </Frame>,
    );
    return { name: page.path === "/" ? "index.html" : `${page.path.slice(1)}.html`, html: documentOf(page, body, assets) };
  });
}
