/** For those who write programs: keys, how often they are used, and the first request to send. */
import { mayActAs } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { useOpened } from "../../ui/by-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { KeyRows } from "./key-rows.tsx";
import { figures, keys } from "./questions.ts";
import { QuickStart } from "./quick-start.tsx";
import { Widgets } from "./widgets.tsx";

export function Developers(): React.ReactNode {
  const words = useWords();
  const mayManage = mayActAs(useMe().workspace.role, "admin");
  const [creating, setCreating] = useOpened("key");
  // Known until this screen is left, and never again.
  const [fresh, setFresh] = useState<string>();
  const create = (
    <Button rank="first" onClick={() => setCreating(true)}>
      {words.say("developers.create")}
    </Button>
  );
  return (
    <>
      <PageHead title={words.say("developers.title")} subtitle={words.say("developers.subtitle")}>
        {mayManage && create}
      </PageHead>
      {mayManage && <Figures />}
      <QuickStart apiKey={fresh} />
      <section className="mt-6">
        <div className="section-head">
          <h2>{words.say("developers.keys")}</h2>
        </div>
        {mayManage ? <Keys /> : <p className="py-3">{words.say("developers.admins_only")}</p>}
      </section>
      <Widgets />
      <CreateDialog open={mayManage && creating} onOpenChange={setCreating} made={setFresh} />
    </>
  );
}

function Keys(): React.ReactNode {
  const words = useWords();
  const query = useQuery(keys);
  return (
    <Loaded query={query} rows={3}>
      {({ data }) =>
        data.length > 0 ? (
          <KeyRows keys={data} />
        ) : (
          <Empty title={words.say("developers.none")}>{words.say("developers.none_note")}</Empty>
        )
      }
    </Loaded>
  );
}

function Figures(): React.ReactNode {
  const words = useWords();
  const { data } = useQuery(figures);
  const count = (value: number | undefined): React.ReactNode => value !== undefined && words.number(value);
  const rate = data && data.rate_limit.requests / (data.rate_limit.seconds / 60);
  return (
    <div className="banner">
      <dl className="figures" aria-busy={!data}>
        <Figure name={words.say("developers.active")}>{count(data?.active_keys)}</Figure>
        <Figure name={words.say("developers.calls_today")} note={words.say("developers.by_utc")}>
          {count(data?.calls_today)}
        </Figure>
        <Figure name={words.say("developers.calls_month")} note={words.say("developers.by_utc")}>
          {count(data?.calls_30_days)}
        </Figure>
        <Figure name={words.say("developers.rate")} note={words.say("developers.rate_note")}>
          {rate !== undefined && (
            <>
              {words.number(rate)}
              <small>{words.say("developers.a_minute")}</small>
            </>
          )}
        </Figure>
      </dl>
    </div>
  );
}

function Figure({ name, note, children }: { name: string; note?: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div title={note}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
