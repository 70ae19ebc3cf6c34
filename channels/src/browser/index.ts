/** The door for browser calls, for media threads: Opus as WebAssembly, and a process of its own for WebRTC. */
export { createGateway } from "./gateway.ts";
export type { Gateway, GatewayOptions } from "./gateway.ts";
export { openBrowserPeer, openCalledPeer } from "./peer.ts";
export type { BrowserPeer, BrowserPeerOptions, CalledPeer } from "./peer.ts";
export { openBrowserSocket } from "./socket.ts";
export type { BrowserSocket, BrowserSocketOptions } from "./socket.ts";
export { withoutCandidates } from "./patient-offer.ts";
export { openWebCall } from "./web-call.ts";
export type { WebCall, WebCallOptions } from "./web-call.ts";
