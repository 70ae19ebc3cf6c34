import { changeCountryPack, listCountryPacks, PACK_RULES } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { CountryPacks } from "./country-packs.ts";
import { ANNOUNCED, CONSENT_QUESTIONS, DISCLOSED } from "./spoken.ts";

export interface CountryPackRoutesParts {
  packs: Pick<CountryPacks, "of" | "change" | "changed">;
  audit: Pick<Audit, "act">;
}

export function countryPackRoutes(app: Http, { packs, audit }: CountryPackRoutesParts): void {
  serve(app, listCountryPacks, async (_given, { principal }) => ({
    data: [...(await packs.of(principal.workspaceId))],
    spoken: { announce: ANNOUNCED, ask: CONSENT_QUESTIONS, disclose: DISCLOSED },
  }));
  serve(app, changeCountryPack, async ({ params: { country }, body }, { principal: { workspaceId }, principal }) => {
    await audit.act(principal, async (write) => {
      await packs.change(workspaceId, country, body);
      const rules = PACK_RULES.filter((rule) => body[rule] !== undefined);
      const details = Object.fromEntries(rules.map((rule) => [rule, body[rule] === null ? "restored" : "changed"]));
      if (rules.length > 0) await write({ act: "country_pack.changed", subject: country, details });
    });
    packs.changed(workspaceId);
    const changed = (await packs.of(workspaceId)).find((pack) => pack.country === country);
    if (!changed) throw new Error(`There is no pack of ${country}`);
    return changed;
  });
}
