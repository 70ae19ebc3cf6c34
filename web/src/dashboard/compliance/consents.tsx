/** The ledger of consents, where one is required, and files of them. */
import { listConsents, mayActAs } from "@ongea/contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Link } from "react-router";
import { AddConsent, ConsentRows, CONSENTS } from "../../call/consents.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Empty } from "../../ui/empty.tsx";
import { TextField } from "../../ui/field.tsx";
import { Older } from "../../ui/older.tsx";
import { useWords } from "../../words/index.ts";
import { ConsentPolicyForm } from "./consent-policy.tsx";
import { ImportConsents } from "./import-consents.tsx";

const PAGE = 20;

export function Consents(): React.ReactNode {
  const words = useWords();
  const mayAdd = mayActAs(useMe().workspace.role, "agent_manager");
  return (
    <>
      <p>
        <Link className="hint underline" to={paths.compliance}>
          {words.say("compliance.title")}
        </Link>
      </p>
      <PageHead title={words.say("consents.title")} subtitle={words.say("consents.subtitle")}>
        {mayAdd && <ImportConsents />}
        <AddConsent />
      </PageHead>
      <ConsentPolicyForm />
      <Ledger />
    </>
  );
}

function Ledger(): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const consents = useInfiniteQuery({
    queryKey: [...CONSENTS, "ledger", q],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listConsents, { query: { limit: PAGE, ...(q === "" ? {} : { q }), ...(cursor === "" ? {} : { cursor }) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-busy={consents.isPlaceholderData} className="pt-6">
      <div className="max-w-90 pb-3">
        <TextField
          label={words.say("consents.search")}
          type="search"
          inputMode="tel"
          maxLength={40}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Older query={consents}>
        {(rows) =>
          rows.length > 0 ? (
            <ConsentRows consents={rows} />
          ) : q === "" ? (
            <Empty title={words.say("consents.none")}>{words.say("consents.none_note")}</Empty>
          ) : (
            <Empty title={words.say("consents.nobody")} />
          )
        }
      </Older>
    </section>
  );
}
