/** Every way the server says no that a client can meet: a stable code, the HTTP status, and the sentence for people. */
export const REFUSALS = {
  "request.invalid": { status: 422, sentence: "Some of what was sent is not valid." },
  "request.malformed": { status: 400, sentence: "What was sent cannot be read." },
  "request.bad_value": { status: 400, sentence: "A character or a date in it cannot be kept." },
  "request.wrong_method": { status: 405, sentence: "This address does not take that kind of request." },
  "request.address_too_long": { status: 414, sentence: "This address is too long." },
  "request.headers_too_large": { status: 431, sentence: "The headers of this request are too large." },
  "request.too_large": { status: 413, sentence: "What was sent is too large." },
  "request.not_found": { status: 404, sentence: "There is nothing at this address." },
  "request.wrong_origin": { status: 403, sentence: "This page may not do that." },
  "request.wrong_name": {
    status: 421,
    sentence: "This server is not known by that name. Its operator can add it with PUBLIC_NAMES.",
  },
  "request.too_many": { status: 429, sentence: "Too many requests. Try again in a moment." },
  "request.key_reused": { status: 422, sentence: "This Idempotency-Key was used for something else." },
  "request.in_progress": { status: 409, sentence: "The same request is still being worked on. Ask again in a moment." },
  "request.bad_cursor": { status: 422, sentence: "This page of the list cannot be found. Begin with the first." },
  "access.missing": { status: 401, sentence: "Access denied" },
  "access.bad_key": { status: 403, sentence: "Invalid API key" },
  "access.forbidden": { status: 403, sentence: "Your role in this workspace does not allow that." },
  "access.person_only": { status: 403, sentence: "That takes an account of your own." },
  "access.bad_password": { status: 401, sentence: "The e-mail address or the password is not right." },
  "access.bad_code": { status: 401, sentence: "That code is not right, or it has expired." },
  "access.bad_passkey": { status: 401, sentence: "That passkey could not be used here." },
  "access.bad_link": { status: 403, sentence: "This link has expired or was used. Ask for a new one." },
  "access.email_taken": { status: 409, sentence: "There is an account with this e-mail address. Sign in instead." },
  "access.sign_up_closed": { status: 403, sentence: "An account here begins with an invitation." },
  "access.wrong_person": { status: 403, sentence: "This invitation was sent to another e-mail address." },
  "access.session_not_found": { status: 404, sentence: "There is no such session." },
  "access.passkey_not_found": { status: 404, sentence: "There is no such passkey." },
  "access.second_factor_on": { status: 409, sentence: "The second factor is on already." },
  "member.not_found": { status: 404, sentence: "There is no such member." },
  "member.already": { status: 409, sentence: "This person is a member already." },
  "member.last_owner": { status: 409, sentence: "A workspace keeps one owner at least. Make somebody else an owner first." },
  "member.above_you": { status: 403, sentence: "Only an owner makes, changes or removes an owner." },
  "member.demo": { status: 403, sentence: "A demo workspace is yours alone. Make an account to share it." },
  "invitation.not_found": { status: 404, sentence: "There is no such invitation." },
  "key.not_found": { status: 404, sentence: "There is no such key." },
  "workspace.not_found": { status: 404, sentence: "There is no such workspace." },
  "workspace.currency_used": { status: 409, sentence: "The balance is kept in this workspace's currency already." },
  "agent.not_found": { status: 404, sentence: "There is no such assistant." },
  "agent.changed_meanwhile": {
    status: 409,
    sentence: "Somebody else has saved this assistant meanwhile. Nothing was overwritten.",
  },
  "agent.version_not_found": { status: 404, sentence: "There is no such version." },
  "agent.too_many": { status: 409, sentence: "This workspace has as many assistants as it can hold. Delete one first." },
  "knowledge.not_found": { status: 404, sentence: "There is no such knowledge item." },
  "knowledge.not_a_document": { status: 422, sentence: "Only .pdf, .doc, .docx and .txt files can be read." },
  "knowledge.full": { status: 409, sentence: "The knowledge base is full. Delete what is no longer needed first." },
  "provider.unknown": { status: 422, sentence: "This provider cannot be connected here." },
  "provider.not_found": { status: 404, sentence: "There is no such connection." },
  "provider.key_refused": { status: 422, sentence: "The provider refuses this key. Check it and try again." },
  "provider.bad_address": {
    status: 422,
    sentence: "This address cannot be used: it leads into a private network, or is not the provider's.",
  },
  "provider.name_taken": { status: 409, sentence: "There is a connection of this name already." },
  "provider.too_many": { status: 409, sentence: "This workspace has as many connections as it can hold. Remove one first." },
  "voice.not_found": { status: 404, sentence: "There is no such voice." },
  "voice.sample_not_found": { status: 404, sentence: "There is no such sample." },
  "voice.busy": { status: 429, sentence: "Other samples are being spoken. Try again in a moment." },
  "voice.failed": { status: 502, sentence: "The voice could not speak this." },
  "voice.nothing_said": { status: 422, sentence: "There is nothing in this text that the voice can say." },
  "voice.no_room": { status: 409, sentence: "There is no room for more samples. Delete some first." },
  "call.not_found": { status: 404, sentence: "There is no such call." },
  "call.ended": { status: 409, sentence: "This call has already ended." },
  "call.running": { status: 409, sentence: "This call is still running. End it first." },
  "call.no_recording": { status: 404, sentence: "This call has no recording." },
  "call.recording_elsewhere": {
    status: 404,
    sentence: "The recording is not on this server: the one that carried the call has it.",
  },
  "call.bad_token": { status: 403, sentence: "This invitation to call has expired or was used. Start the call again." },
  "call.too_many": { status: 429, sentence: "You hold as many calls as you may at a time. End one first." },
  "call.demo_outbound": { status: 403, sentence: "A demo workspace calls nobody. Create an account to place calls." },
  "call.emergency": { status: 422, sentence: "Emergency numbers and short codes are never called from here." },
  "call.premium": { status: 422, sentence: "Premium-rate numbers cannot be called." },
  "call.foreign": { status: 422, sentence: "This number is outside the countries that may be called from here." },
  "call.busy": { status: 503, sentence: "All lines are busy. Try again in a moment." },
  "call.bad_number": { status: 422, sentence: "This number cannot be called." },
  "call.bad_caller_id": { status: 422, sentence: "A call can only show a number of this workspace." },
  "call.no_route": { status: 422, sentence: "There is no telephone or trunk that reaches this number." },
  "call.bad_offer": { status: 422, sentence: "The browser's offer for the call cannot be used." },
  "call.demo_off": { status: 403, sentence: "Calls from the public page are switched off here." },
  "prompt.missing": { status: 400, sentence: "Prompt is required" },
  "prompt.no_answer": { status: 502, sentence: "No language model answered. Check the connected providers, or try again." },
  "webhook.not_found": { status: 404, sentence: "There is no such delivery." },
  "number.taken": { status: 409, sentence: "This number belongs to another assistant." },
  "lead.missing_fields": { status: 422, sentence: "Missing required fields" },
  "lead.bad_email": { status: 422, sentence: "Please enter a valid email address" },
  "invitation.bad_code": { status: 403, sentence: "Invalid invitation code. Please check and try again." },
  "demo.full": { status: 503, sentence: "There are too many demo workspaces at the moment. Try again tomorrow." },
  "demo.used_up": { status: 403, sentence: "This demo has used its call time. An account has no such limit." },
  "server.stopping": { status: 503, sentence: "The server is being stopped. Try again in a moment." },
  "server.no_database": { status: 503, sentence: "The database is away for a moment. Try again shortly." },
  "server.failed": { status: 500, sentence: "Something went wrong here. It has been noted." },
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** The body of every answer that says no. Older clients read `message`, then `detail`, then `error`. */
export interface RefusalBody {
  error: number;
  code: RefusalCode;
  message: string;
  /** The same sentence, or one entry for each field that is not valid. */
  detail: string | readonly FieldComplaint[];
}

export interface FieldComplaint {
  type: string;
  loc: readonly (string | number)[];
  msg: string;
}
