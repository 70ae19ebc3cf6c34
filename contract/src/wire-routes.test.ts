import { expect, test } from "vitest";
import { describeContract } from "./index.ts";

/** The routes of the hosted vendor's API, as the wire reference lists them (1.3). */
const WIRE = `
POST /v2/agent · GET /v2/agent/all · GET /v2/agent/{} · PUT /v2/agent/{} · PATCH /v2/agent/{} · DELETE /v2/agent/{}
POST /v2/agent/{}/stop · GET /v2/agent/{}/executions · GET /agent/{}/executions · GET /agent/{}/execution/{}
POST /agent · GET /agent/all · GET /agent/{} · PUT /agent/{} · PATCH /agent/{}
GET /executions/{} · GET /executions/{}/log · POST /call · POST /call/{}/stop · POST /v1/call/{}/events
POST /batches · GET /batches/{}/all · GET /batches/{} · DELETE /batches/{} · GET /batches/{}/executions
POST /batches/{}/schedule · POST /batches/{}/stop
GET /phone-numbers/all · GET /phone-numbers/search · POST /phone-numbers/buy · DELETE /phone-numbers/{}
POST /inbound/setup · POST /inbound/unlink
GET /providers · POST /providers · PUT /providers/{} · DELETE /providers/{}
GET /me/voices · POST /tts/generate · GET /user/me · POST /user/model/custom
POST /knowledgebase · GET /knowledgebase/all · GET /knowledgebase/{} · DELETE /knowledgebase/{}
POST /sip-trunks/trunks · GET /sip-trunks/trunks · GET /sip-trunks/trunks/{} · PATCH /sip-trunks/trunks/{} · DELETE /sip-trunks/trunks/{}
POST /sip-trunks/trunks/{}/numbers · GET /sip-trunks/trunks/{}/numbers · DELETE /sip-trunks/trunks/{}/numbers/{}
POST /sub-accounts/create · GET /sub-accounts/all · PATCH /sub-accounts/{} · DELETE /sub-accounts/{}
GET /sub-accounts/{}/usage · GET /sub-accounts/all/usage
GET /violations/list · POST /violations/submit
GET /extractions · POST /extractions · GET /extractions/{} · PUT /extractions/{} · DELETE /extractions/{}
GET /dispositions · POST /dispositions · POST /dispositions/bulk · GET /dispositions/{} · PUT /dispositions/{} · DELETE /dispositions/{}
POST /v2/agent/{}/dispositions/test · POST /web-call/freeswitch-session
`;
/** Other addresses of the same, which some clients ask. */
const ALIASES = `
POST /call/stop/{} · GET /call/{} · GET /v2/execution/{} · GET /v2/agent/{}/execution/{} · GET /batch/{} · GET /executions/{}/logs · GET /me
POST /test-prompt · POST /v2/test-prompt
`;

const routesIn = (text: string): string[] => text.trim().split(/\n| · /);

const { paths } = describeContract("1") as { paths: Record<string, object> };
const served = new Set(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "{}")}`),
  ),
);

test("every route of the wire reference is served, all 74 of them", () => {
  expect(new Set(routesIn(WIRE)).size).toBe(74);
  expect(routesIn(WIRE).filter((route) => !served.has(route))).toEqual([]);
});

test("so are the other addresses that existing clients ask", () => {
  expect(routesIn(ALIASES).filter((route) => !served.has(route))).toEqual([]);
});
