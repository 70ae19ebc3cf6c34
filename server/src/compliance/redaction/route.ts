import { redactCall } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Redact } from "./redaction.ts";

export function redactRoute(app: Http, redact: Redact): void {
  serve(app, redactCall, async ({ params, body }, { principal }) => ({
    message: "done",
    lines: await redact(principal, params.execution_id, body),
  }));
}
