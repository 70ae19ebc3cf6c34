/** What callers want: topics that people name, and which of them a finished call or a thread has. */
import { z } from "zod";
import { EMBEDDINGS } from "../agents/knowledge.ts";
import { route } from "../wire/route.ts";

/** Of a workspace. */
export const MOST_TOPICS = 100;
export const MOST_TOPIC_EXAMPLES = 20;
export const LONGEST_TOPIC_EXAMPLE = 300;
export const LONGEST_TOPIC_NAME = 60;
/** Calls that are looked at again after topics changed: the newest, of the last 90 days. */
export const MOST_RECOUNTED_CALLS = 5_000;
export const RECOUNTED_DAYS = 90;
export const TOPIC_PERIODS = [7, 30, 90] as const;

const Example = z.object({
  id: z.uuid(),
  text: z.string(),
  /** The call whose words it is; null: somebody wrote it. */
  execution_id: z.uuid().nullable(),
});

export const Topic = z.object({
  id: z.uuid(),
  name: z.string(),
  examples: z.array(Example),
  /** Of the period. */
  calls: z.number().int(),
  /** Of the period of the same length before. */
  calls_before: z.number().int(),
  threads: z.number().int(),
});
export type Topic = z.output<typeof Topic>;

export const TopicSuggestion = z.object({
  id: z.uuid(),
  /** Words that most of its calls have in common. */
  name: z.string(),
  calls: z.number().int(),
  /** What callers said in some of them. */
  examples: z.array(z.object({ execution_id: z.uuid(), text: z.string() })),
});
export type TopicSuggestion = z.output<typeof TopicSuggestion>;

/** By what calls and threads are compared with topics: as items of the knowledge are with questions. */
export const TopicComparison = z.object({
  embedding: z.enum(EMBEDDINGS),
  embedding_service: z.string().nullable(),
  embedding_model: z.string().nullable(),
  /** What the service has counted for topics, and what that costs in US dollars; null: nobody knows. */
  embedding_tokens: z.number(),
  embedding_usd: z.number().nullable(),
  /** The model has failed a while ago: words are compared until it is asked again. */
  is_failing: z.boolean(),
});
export type TopicComparison = z.output<typeof TopicComparison>;

const TopicId = z.object({ topic_id: z.uuid() });
const CallId = z.object({ execution_id: z.uuid() });
const Done = z.object({ success: z.literal(true) });
const Name = z.string().trim().min(1).max(LONGEST_TOPIC_NAME);
const Sentence = z.string().trim().min(1).max(LONGEST_TOPIC_EXAMPLE);
const Sentences = z.array(Sentence).max(MOST_TOPIC_EXAMPLES);

export const listTopics = route({
  method: "GET",
  path: "/api/topics",
  who: "viewer",
  ofAgents: true,
  does: "The topics of a workspace, with the calls and threads that had them in the last days and the days before.",
  query: z.object({ days: z.coerce.number().pipe(z.literal(TOPIC_PERIODS)).default(30) }),
  answer: z.object({
    data: z.array(Topic),
    /** Calls and threads of the period that are like no topic. */
    without: z.object({ calls: z.number().int(), threads: z.number().int() }),
    compared: TopicComparison,
  }),
});

export const createTopic = route({
  method: "POST",
  path: "/api/topics",
  who: "agent_manager",
  does: "Adds a topic with sentences that callers say; with `suggestion_id`, the words of that suggestion's calls are its examples.",
  body: z.strictObject({ name: Name, examples: Sentences.default([]), suggestion_id: z.uuid().optional() }),
  status: 201,
  answer: z.object({ id: z.uuid() }),
});

export const changeTopic = route({
  method: "PATCH",
  path: "/api/topics/:topic_id",
  who: "agent_manager",
  does: "Renames a topic, adds sentences to it or removes examples by their ids.",
  params: TopicId,
  body: z.strictObject({ name: Name.optional(), add: Sentences.default([]), remove: z.array(z.uuid()).max(100).default([]) }),
  answer: Done,
});

export const mergeTopic = route({
  method: "POST",
  path: "/api/topics/:topic_id/merge",
  who: "agent_manager",
  does: "Puts a topic with its calls and examples into another one; examples beyond the limit are dropped, the oldest first.",
  params: TopicId,
  body: z.strictObject({ into: z.uuid() }),
  answer: Done,
});

export const deleteTopic = route({
  method: "DELETE",
  path: "/api/topics/:topic_id",
  who: "agent_manager",
  does: "Deletes a topic. Its calls have none until they are looked at again.",
  params: TopicId,
  answer: Done,
});

export const recountTopics = route({
  method: "POST",
  path: "/api/topics/recount",
  who: "agent_manager",
  does: "Looks at earlier calls again, the newest 5,000 of 90 days, and for suggestions among those without a topic.",
  answer: Done,
});

export const listTopicSuggestions = route({
  method: "GET",
  path: "/api/topics/suggestions",
  who: "viewer",
  does: "Groups of calls without a topic in which callers said alike, the largest first. At most 10.",
  answer: z.object({ data: z.array(TopicSuggestion) }),
});

export const dismissTopicSuggestion = route({
  method: "POST",
  path: "/api/topics/suggestions/:suggestion_id/dismiss",
  who: "agent_manager",
  does: "Takes a suggestion off the list; its calls are not suggested again.",
  params: z.object({ suggestion_id: z.uuid() }),
  answer: Done,
});

const TopicAssignment = z.object({
  topic: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** By a person, for good. */
  chosen: z.boolean(),
});
const ChosenTopic = z.strictObject({ topic_id: z.uuid().nullable() });
const ThreadId = z.object({ thread_id: z.uuid() });

export const readCallTopic = route({
  method: "GET",
  path: "/api/calls/:execution_id/topic",
  who: "viewer",
  ofAgents: true,
  does: "The topic of a finished call; null: it has none.",
  params: CallId,
  answer: TopicAssignment,
});

export const readTopicsOfCalls = route({
  method: "GET",
  path: "/api/topics/calls",
  who: "viewer",
  ofAgents: true,
  does: "The topics of these calls, by their ids; calls without one are left out.",
  query: z.object({
    /** Of calls, separated by commas, at most 100. */
    ids: z
      .string()
      .max(3_700)
      .transform((ids) => ids.split(","))
      .pipe(z.array(z.uuid()).max(100)),
  }),
  answer: z.object({ data: z.record(z.string(), z.string()) }),
});

export const setCallTopic = route({
  method: "PUT",
  path: "/api/calls/:execution_id/topic",
  who: "agent_manager",
  does: "Corrects the topic of a call, for good. What the caller said becomes an example of it, while the topic has room.",
  params: CallId,
  body: ChosenTopic,
  answer: Done,
});

export const readThreadTopic = route({
  method: "GET",
  path: "/api/threads/:thread_id/topic",
  who: "viewer",
  does: "The topic of a written conversation; null: it has none.",
  params: ThreadId,
  answer: TopicAssignment,
});

export const setThreadTopic = route({
  method: "PUT",
  path: "/api/threads/:thread_id/topic",
  who: "agent_manager",
  does: "Corrects the topic of a written conversation, for good.",
  params: ThreadId,
  body: ChosenTopic,
  answer: Done,
});
