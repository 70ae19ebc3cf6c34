/** How long putting a caller through may take. */
import { REFERRAL_PATIENCE } from "@ongea/channels";

/** Nobody listens to a ring tone for longer. */
export const RINGS_MS = 30_000;
/** A line is opened, and its turn comes. */
const OPENING_MS = 15_000;

const { answerMs, firstWordMs, endMs } = REFERRAL_PATIENCE;
/** The trunk is asked to do it, and says only at the end of its time that nobody came: then they are rung for their whole time. */
export const TRANSFER_LIMIT_MS = answerMs + firstWordMs + endMs + OPENING_MS + RINGS_MS;
