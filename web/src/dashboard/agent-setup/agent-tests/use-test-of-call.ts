/** The test that a call's page asked for by the address: `?call=`. */
import { type AgentDocument, type AgentTestDraft, conversationOf, readCall } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { server } from "../../../server.ts";
import { problemIn, useWords } from "../../../words/index.ts";
import { testOfCall } from "./test-of-call.ts";

interface TestFromCall {
  /** Undefined: none is asked for, or it is not read yet. */
  draft: AgentTestDraft | undefined;
  problem: string | undefined;
  close: () => void;
}

export function useTestOfCall(mayEdit: boolean, document: AgentDocument): TestFromCall {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const id = mayEdit ? (search.get("call") ?? "") : "";
  const call = useQuery({
    queryKey: ["call", id],
    queryFn: () => server.call(readCall, { params: { execution_id: id } }),
    enabled: id !== "",
  });
  const { data, error } = call;
  const draft = useMemo(() => {
    if (!data || id === "") return undefined;
    const tools = new Set((conversationOf(document).tools_config.api_tools?.tools ?? []).map(({ name }) => name));
    const day = new Date(data.created_at).toLocaleDateString("en-CA");
    return testOfCall(data, { name: words.say("tests.from_call_name", { moment: words.moment(data.created_at) }), tools, day });
  }, [data, document, id, words]);
  const isEmpty = id !== "" && data !== undefined && draft === undefined;
  return {
    draft,
    problem: isEmpty ? words.say("tests.from_call_nothing") : error ? problemIn(words, error) : undefined,
    close() {
      const next = new URLSearchParams(search);
      next.delete("call");
      setSearch(next, { replace: true });
    },
  };
}
