/** How a page asks the server for its call: a member with a session, or a visitor of the public site without one. */
export interface CallSetup {
  /** A token opens one call one way only. `isDraft`: the agent as its draft has it, if it has one. */
  prepare(agentId: string, as: { isDraft: boolean }): Promise<{ callId: string; token: string }>;
  /** The browser's offer for the sound goes in, the server's answer comes out. */
  offer(callId: string, token: string, sdp: string): Promise<string>;
  say(callId: string, text: string): Promise<unknown>;
  stop(callId: string): Promise<unknown>;
}
