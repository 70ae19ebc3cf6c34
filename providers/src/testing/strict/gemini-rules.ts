/**
 * What Gemini's `generateContent` takes: its published schema as far as a telephone call uses it, with unknown fields refused, the keywords that
 * it reads of JSON Schema, and the order of contents that its answers state.
 */
import { z } from "zod";
import { firstProblem, type WireRefusal } from "./refusal.ts";

const functionName = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_:.-]{0,127}$/, "Invalid function name");
const struct = z.record(z.string(), z.unknown());
const part = z.union([
  z.strictObject({ text: z.string().min(1, "contents.parts must not be empty."), thoughtSignature: z.string().optional() }),
  z.strictObject({
    functionCall: z.strictObject({ id: z.string().min(1).optional(), name: functionName, args: struct.optional() }),
    thoughtSignature: z
      .string()
      .regex(/^[\w+/-]+=*$/, "Base64 decoding failed")
      .optional(),
  }),
  z.strictObject({
    functionResponse: z.strictObject({ id: z.string().min(1).optional(), name: functionName, response: struct }),
  }),
]);
const schema: z.ZodType = z.lazy(() =>
  z
    .strictObject({
      $id: z.string().optional(),
      $anchor: z.string().optional(),
      $ref: z.string().startsWith("#/$defs/").optional(),
      $defs: z.record(z.string(), schema).optional(),
      type: z.union([z.string(), z.array(z.string())]).optional(),
      format: z.string().optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      enum: z
        .array(z.union([z.string(), z.number()]))
        .min(1)
        .optional(),
      items: schema.optional(),
      prefixItems: z.array(schema).optional(),
      minItems: z.number().int().optional(),
      maxItems: z.number().int().optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      anyOf: z.array(schema).optional(),
      oneOf: z.array(schema).optional(),
      properties: z.record(z.string(), schema).optional(),
      additionalProperties: z.union([z.boolean(), schema]).optional(),
      required: z.array(z.string()).optional(),
      propertyOrdering: z.array(z.string()).optional(),
    })
    .refine(
      (one) => one.$ref === undefined || Object.keys(one).every((key) => key.startsWith("$")),
      "no other properties may be set beside $ref",
    ),
);
const OBJECT = z.looseObject({
  type: z.literal("object"),
  properties: z.record(z.string(), z.unknown()).refine((named) => Object.keys(named).length > 0),
});
const parameters = schema.refine((one) => OBJECT.safeParse(one).success, "must describe an object with properties");
const penalty = z.number().min(-2).lt(2).optional();
const Request = z.strictObject({
  systemInstruction: z.strictObject({ parts: z.array(z.strictObject({ text: z.string().min(1) })).min(1) }).optional(),
  contents: z
    .array(
      z.strictObject({
        role: z.enum(["user", "model"], "Please use a valid role: user, model."),
        parts: z.array(part).min(1, "contents.parts must not be empty."),
      }),
    )
    .min(1, "contents is not specified"),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z
          .array(z.strictObject({ name: functionName, description: z.string(), parametersJsonSchema: parameters.optional() }))
          .min(1),
      }),
    )
    .optional(),
  toolConfig: z
    .strictObject({ functionCallingConfig: z.strictObject({ mode: z.enum(["AUTO", "ANY", "NONE"]).optional() }) })
    .optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z.number().int().min(1).optional(),
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().min(0).max(1).optional(),
      presencePenalty: penalty,
      frequencyPenalty: penalty,
      thinkingConfig: z
        .strictObject({
          thinkingBudget: z.number().int().optional(),
          thinkingLevel: z.enum(["minimal", "low", "medium", "high"]).optional(),
        })
        .optional(),
    })
    .optional(),
});
type Request = z.output<typeof Request>;
type Content = Request["contents"][number];

export function geminiRefusal(request: unknown, path = ""): WireRefusal | undefined {
  const problem = firstProblem(Request, request);
  if (problem?.unknown) {
    const at = nameOf(problem.path.slice(0, -1));
    return refused(
      `Invalid JSON payload received. Unknown name "${String(problem.path.at(-1))}"${at && ` at '${at}'`}: Cannot find field.`,
    );
  }
  if (problem) return refused(`* GenerateContentRequest.${nameOf(problem.path)}: ${problem.message}`);
  const message = orderProblem(Request.parse(request).contents, /\/models\/gemini-(?![12]\b)/.test(path));
  return message === undefined ? undefined : refused(message);
}

function refused(message: string): WireRefusal {
  return { status: 400, body: { error: { code: 400, message, status: "INVALID_ARGUMENT" } } };
}

/** `tools[0].function_declarations[0]` */
function nameOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((so, one) => {
    if (typeof one === "number") return `${so}[${one}]`;
    const name = String(one).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return so === "" ? name : `${so}.${name}`;
  }, "");
}

function orderProblem(contents: readonly Content[], needsSignatures: boolean): string | undefined {
  for (const [at, content] of contents.entries()) {
    const before = contents[at - 1];
    const [calls, results] = [callsOf(content), resultsOf(content)];
    if (calls.length > 0 && (content.role !== "model" || before?.role !== "user"))
      return "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
    if (results.length > 0 && content.role !== "user") return "Please use a valid role for function responses: user.";
    const asked = before ? callsOf(before) : [];
    if (results.length > 0 && asked.length === 0)
      return "Please ensure that function response turn comes immediately after a function call turn.";
    if (results.length !== asked.length)
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    // Results and words in one content are read as the end of a model's turn.
    if (results.length > 0 && results.length < content.parts.length)
      return "Requests ending with a model turn are not supported.";
    const open = asked.map(({ functionCall: { id = "", name } }) => `${id} ${name}`);
    // Those without an id are told apart by their order alone.
    for (const { id = "", name } of results)
      if (open.shift() !== `${id} ${name}`) return `Function response ${name} matches no function call.`;
    const [first] = calls;
    if (needsSignatures && first && first.thoughtSignature === undefined)
      return `Function call is missing a thought_signature in functionCall parts. Function call \`${first.functionCall.name}\`, position ${at + 1}.`;
  }
  const last = contents.at(-1);
  if (contents[0]?.role !== "user") return "Please ensure that multiturn requests begin with a user role.";
  return last?.role === "user" ? undefined : "Requests ending with a model turn are not supported.";
}

function callsOf({ parts }: Content): Extract<Content["parts"][number], { functionCall: unknown }>[] {
  return parts.flatMap((one) => ("functionCall" in one ? [one] : []));
}

function resultsOf({ parts }: Content): { id?: string | undefined; name: string }[] {
  return parts.flatMap((one) => ("functionResponse" in one ? [one.functionResponse] : []));
}
