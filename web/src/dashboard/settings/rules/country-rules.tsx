/** What holds for calls with people of each country: its rules with where they were read and when, to be edited and restored. */
import { changeCountryPack, listCountryPacks, PACK_RULES, type CountryPack, type PackRule } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";
import { RuleForm, type Spoken } from "./rule-form.tsx";
import { ruleInWords } from "./rule-in-words.ts";
import "./rules.css";

export function CountryRules({ mayChange }: { mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const packs = useQuery({ queryKey: ["country-packs"], queryFn: () => server.call(listCountryPacks) });
  return (
    <Loaded query={packs} rows={5}>
      {({ data, spoken }) => (
        <div className="country-rules">
          {data.map((pack) => (
            <details key={pack.country}>
              <summary>
                <b>{words.say(`settings.country_${pack.country}`)}</b>{" "}
                <span className="text-ink-2">
                  {words.say("settings.rules_own", {
                    count: PACK_RULES.filter((rule) => pack[rule].edited).length,
                  })}
                </span>
              </summary>
              {PACK_RULES.map((rule) => (
                <Rule key={rule} pack={pack} rule={rule} spoken={spoken} mayChange={mayChange} />
              ))}
            </details>
          ))}
        </div>
      )}
    </Loaded>
  );
}

interface RuleProps {
  pack: CountryPack;
  rule: PackRule;
  spoken: Spoken;
  mayChange: boolean;
}

function Rule({ pack, rule, spoken, mayChange }: RuleProps): React.ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const { source, read_on: day, edited } = pack[rule];
  const named = { rule: words.say(`settings.rule_${rule}`), country: words.say(`settings.country_${pack.country}`) };
  const restore = useAct({
    act: () => server.call(changeCountryPack, { params: { country: pack.country }, body: { [rule]: null } }),
    changes: [["country-packs"]],
    done: () => toast(words.say("settings.rule_restored")),
  });
  return (
    <section className="country-rule">
      <h3>
        {named.rule} {edited && <span className="note">{words.say("settings.rule_own")}</span>}
      </h3>
      <p>{ruleInWords(pack, rule, words)}</p>
      <p className="hint">{words.say("settings.rule_told", { source, day: words.day(day) })}</p>
      <ProblemLine>{restore.problem}</ProblemLine>
      {mayChange && !isOpen && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen(true)} aria-label={words.say("settings.rule_edit_of", named)}>
            {words.say("settings.rule_edit")}
          </Button>
          {edited && (
            <Button
              onClick={() => restore.do()}
              busy={restore.busy && words.say("shell.saving")}
              aria-label={words.say("settings.rule_restore_of", named)}
            >
              {words.say("settings.rule_restore")}
            </Button>
          )}
        </div>
      )}
      {isOpen && <RuleForm pack={pack} rule={rule} spoken={spoken} close={() => setOpen(false)} />}
    </section>
  );
}
