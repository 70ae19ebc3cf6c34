import type { AnswerGiven, Checked, Route } from "@ongea/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { admit, type AskerOf } from "./door.ts";
import type { Http } from "./http.ts";
import { refuse } from "./refuse.ts";

/** What a handler may want besides the checked input. */
export interface Around<R extends Route> {
  asker: AskerOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<R extends Route> = (
  checked: Checked<R>,
  around: Around<R>,
) => Promise<R["answer"] extends z.ZodType ? AnswerGiven<R> : unknown>;

/** Serves one route of the contract: knows who asks, checks what comes in, answers in the promised shape. */
export function serve<R extends Route>(app: Http, route: R, handler: Handler<R>): void {
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      const asker = (route.who === "anyone" ? undefined : await admit(app, request, route.who)) as AskerOf<R>;
      const checked = {
        params: check(route.params, request.params, "path"),
        query: check(route.query, request.query, "query"),
        body: check(route.body, request.body ?? {}, "body"),
      } as Checked<R>;
      const answer = await handler(checked, { asker, request, reply });
      if (!route.answer) return answer;
      return reply.code(route.status ?? 200).send(route.answer.encode(answer as never));
    },
  });
}

function check(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuse(
    "request.invalid",
    result.error.issues.slice(0, 20).map((issue) => ({
      type: issue.code,
      loc: [where, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))],
      msg: issue.message,
    })),
  );
}
