import type { RefusalCode } from "@ongea/contract";

/** Why nobody came, in words that an assistant can go on with. */
export type Transferred = { ok: true; to: string } | { ok: false; reason: string; code: RefusalCode };
