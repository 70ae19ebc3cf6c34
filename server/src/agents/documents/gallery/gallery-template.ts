import type { TemplateKey, TemplateSector } from "@ongea/contract";
import type { TemplateWords } from "../template-document.ts";

/** A template beside the two that every installation begins with. */
export interface GalleryTemplate {
  key: TemplateKey;
  sector: TemplateSector;
  /** ISO 3166. */
  country: string;
  words: TemplateWords;
}
