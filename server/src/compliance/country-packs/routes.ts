import { changeCountryPack, listCountryPacks, PACK_RULES } from "@ongea/contract";
import type { Audit } from "../../accounts/audit/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { CountryPacks } from "./country-packs.ts";
import { ANNOUNCED, ASKED } from "./spoken.ts";

export interface CountryPackRoutesParts {
  packs: Pick<CountryPacks, "of" | "change" | "changed">;
  audit: Pick<Audit, "act">;
}

export function countryPackRoutes(app: Http, { packs, audit }: CountryPackRoutesParts): void {
  serve(app, listCountryPacks, async (_given, { asker }) => ({
    data: [...(await packs.of(asker.workspaceId))],
    spoken: { announce: ANNOUNCED, ask: ASKED },
  }));
  serve(app, changeCountryPack, async ({ params: { country }, body }, { asker: { workspaceId }, asker }) => {
    await audit.act(asker, async (write) => {
      await packs.change(workspaceId, country, body);
      const rules = PACK_RULES.filter((rule) => body[rule] !== undefined);
      const details = Object.fromEntries(rules.map((rule) => [rule, body[rule] === null ? "restored" : "changed"]));
      if (rules.length > 0) await write({ act: "country_pack.changed", subject: country, details });
    });
    packs.changed(workspaceId);
    return (await packs.of(workspaceId)).find((pack) => pack.country === country)!;
  });
}
