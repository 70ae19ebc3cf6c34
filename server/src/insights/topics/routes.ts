import {
  changeTopic,
  createTopic,
  deleteTopic,
  dismissTopicSuggestion,
  listTopics,
  listTopicSuggestions,
  mergeTopic,
  MOST_TOPIC_EXAMPLES,
  MOST_TOPICS,
  readCallTopic,
  readTopicsOfCalls,
  recountTopics,
  setCallTopic,
  type TopicComparison,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { TopicStore } from "./store.ts";
import type { Topics } from "./topics.ts";

export interface TopicRoutesParts {
  store: TopicStore;
  topics: Pick<Topics, "recount">;
  audit: Pick<Audit, "act">;
  names(workspaceId: string): Promise<readonly { id: string; name: string }[]>;
  /** By what calls are compared with topics. */
  compared(workspaceId: string): Promise<TopicComparison>;
  /** Refuses with "call.not_found". */
  readCall(call: { id: string; workspaceId: string }): Promise<unknown>;
}

const success = { success: true as const };

export function topicRoutes(app: Http, parts: TopicRoutesParts): void {
  const { store, audit, topics } = parts;
  serve(app, listTopics, async ({ query: { days } }, { principal: { workspaceId } }) => {
    const [data, without, compared] = await Promise.all([
      store.list(workspaceId, days),
      store.without(workspaceId, days),
      parts.compared(workspaceId),
    ]);
    return { data, without, compared };
  });
  serve(app, createTopic, async ({ body: { name, examples, suggestion_id: suggestionId } }, { principal }) => {
    const { workspaceId } = principal;
    const id = await audit.act(principal, async (write) => {
      if ((await parts.names(workspaceId)).length >= MOST_TOPICS) throw refuse("topic.too_many");
      const added = await store.add(workspaceId, name);
      if (added === undefined) throw refuse("topic.name_taken");
      if (suggestionId !== undefined && !(await store.accept(workspaceId, suggestionId, added))) throw refuse("topic.not_found");
      await addExamples(store, { workspaceId, id: added }, examples);
      await write({ act: "topic.created", subject: name });
      return added;
    });
    await topics.recount(workspaceId);
    return { id };
  });
  changingRoutes(app, parts);
  serve(app, recountTopics, async (_asked, { principal: { workspaceId } }) => {
    await topics.recount(workspaceId);
    return success;
  });
  serve(app, listTopicSuggestions, async (_asked, { principal: { workspaceId } }) => ({
    data: await store.suggestions(workspaceId),
  }));
  serve(app, dismissTopicSuggestion, async ({ params }, { principal, principal: { workspaceId } }) => {
    await audit.act(principal, async (write) => {
      if (!(await store.dismiss(workspaceId, params.suggestion_id))) throw refuse("topic.not_found");
      await write({ act: "topic.suggestion_dismissed", subject: params.suggestion_id });
    });
    return success;
  });
  callRoutes(app, parts);
}

function changingRoutes(app: Http, { store, audit, topics, names }: TopicRoutesParts): void {
  serve(app, changeTopic, async ({ params, body: { name, add, remove } }, { principal }) => {
    const { workspaceId } = principal;
    const id = params.topic_id;
    await audit.act(principal, async (write) => {
      const known = (await names(workspaceId)).find((one) => one.id === id);
      const isRenamed = known && name !== undefined ? await store.rename(workspaceId, id, name) : known !== undefined;
      if (isRenamed === false) throw refuse("topic.not_found");
      if (isRenamed === undefined) throw refuse("topic.name_taken");
      await store.removeExamples(workspaceId, id, remove);
      await addExamples(store, { workspaceId, id }, add);
      await write({ act: "topic.changed", subject: name ?? known?.name ?? id });
    });
    // A name alone changes no call's topic.
    if (add.length + remove.length > 0) await topics.recount(workspaceId);
    return success;
  });
  serve(app, mergeTopic, async ({ params, body: { into } }, { principal }) => {
    const { workspaceId } = principal;
    await audit.act(principal, async (write) => {
      const known = new Map((await names(workspaceId)).map((one) => [one.id, one.name]));
      const [from, to] = [known.get(params.topic_id), known.get(into)];
      if (from === undefined || to === undefined || params.topic_id === into) throw refuse("topic.not_found");
      await store.merge(workspaceId, params.topic_id, into);
      await write({ act: "topic.merged", subject: from, details: { into: to } });
    });
    await topics.recount(workspaceId);
    return success;
  });
  serve(app, deleteTopic, async ({ params }, { principal }) => {
    const { workspaceId } = principal;
    await audit.act(principal, async (write) => {
      const name = await store.remove(workspaceId, params.topic_id);
      if (name === undefined) throw refuse("topic.not_found");
      await write({ act: "topic.deleted", subject: name });
    });
    await topics.recount(workspaceId);
    return success;
  });
}

function callRoutes(app: Http, { store, audit, names, readCall }: TopicRoutesParts): void {
  serve(app, readCallTopic, async ({ params: { execution_id: id } }, { principal: { workspaceId } }) => {
    await readCall({ id, workspaceId });
    return (await store.ofCall(workspaceId, id)) ?? { topic: null, chosen: false };
  });
  serve(app, readTopicsOfCalls, async ({ query: { ids } }, { principal: { workspaceId } }) => ({
    data: Object.fromEntries(await store.ofCalls(workspaceId, ids)),
  }));
  serve(app, setCallTopic, async ({ params: { execution_id: id }, body }, { principal }) => {
    const { workspaceId } = principal;
    await readCall({ id, workspaceId });
    await audit.act(principal, async (write) => {
      const topicId = body.topic_id;
      if (topicId !== null && !(await names(workspaceId)).some((one) => one.id === topicId)) throw refuse("topic.not_found");
      if ((await store.ofCall(workspaceId, id)) === undefined) throw refuse("topic.call_without_words");
      await store.choose(workspaceId, id, topicId);
      await write({ act: "topic.chosen", subject: id });
    });
    return success;
  });
}

async function addExamples(
  store: Pick<TopicStore, "addExamples" | "countExamples">,
  { workspaceId, id }: { workspaceId: string; id: string },
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return;
  if ((await store.countExamples(workspaceId, id)) + texts.length > MOST_TOPIC_EXAMPLES) throw refuse("topic.too_many");
  await store.addExamples(workspaceId, id, texts);
}
