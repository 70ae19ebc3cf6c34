/** What calls of people without a session have in common: those of the public site and those of web widgets. */
import { z } from "zod";

const CallId = z.object({ execution_id: z.uuid() });
/** Authority over one call while it lasts. */
const Pass = z.string().min(20).max(100);
const Done = z.object({ message: z.string() });

export const visitorCall = {
  started: z.object({
    execution_id: z.uuid(),
    token: z.string(),
    pass: z.string(),
    /** Until the token no longer opens. */
    expires_in: z.number(),
    /** The call is ended after so long. */
    most_seconds: z.number(),
  }),
  offer: {
    params: CallId,
    body: z.object({ token: z.string().max(200), sdp: z.string().max(50_000) }),
    answer: z.object({ sdp: z.string() }),
  },
  say: { params: CallId, body: z.object({ pass: Pass, text: z.string().trim().min(1).max(500) }), answer: Done },
  stop: { params: CallId, body: z.object({ pass: Pass }), answer: Done },
} as const;
