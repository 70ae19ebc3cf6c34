/** The public site's sentences in every language; read when the product is built. */
import { siteCatalogue as am } from "../words/am/site/index.ts";
import { siteCatalogue as ar } from "../words/ar/site/index.ts";
import type { IdOf } from "../words/catalogue.ts";
import { siteCatalogue as en } from "../words/en/site/index.ts";
import { siteCatalogue as fr } from "../words/fr/site/index.ts";
import { siteCatalogue as ha } from "../words/ha/site/index.ts";
import type { Language } from "../words/languages.ts";
import { siteCatalogue as pt } from "../words/pt/site/index.ts";
import { siteCatalogue as sw } from "../words/sw/site/index.ts";
import { siteCatalogue as yo } from "../words/yo/site/index.ts";
import { siteCatalogue as zu } from "../words/zu/site/index.ts";

type English = typeof en;
type SiteCatalogue = { readonly [A in keyof English]: { readonly [K in keyof English[A]]: string } };
export type SiteSentenceId = IdOf<SiteCatalogue>;

export const SITE_CATALOGUES: Record<Language, SiteCatalogue> = { en, sw, fr, pt, ar, ha, yo, am, zu };
