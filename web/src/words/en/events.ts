/** What happened in a workspace, in the log and the notifications. */
import type { EventKind } from "@ongea/contract";

export const events = {
  "agent.created": "New agent created",
  "agent.changed": "Agent changed",
  "call.completed": "Call completed",
  "call.failed": "Call failed",
  "call.missed": "Call missed",
  "call.canceled": "Call cancelled",
  "call.shared": "A call was shared with you",
  "recording.stopped": "A recording stopped: the disk is full",
  "recording.nearly_full": "Space for recordings is nearly used up",
  "batch.finished": "Batch completed",
  "batch.failed": "Batch failed",
  "number.connected": "Number connected",
  "number.released": "Number released",
  "knowledge.added": "Document ready",
  "knowledge.failed": "Document could not be read",
  "provider.connected": "Provider connected",
  "provider.failed": "Provider not answering",
  "member.joined": "Member joined",
  "member.left": "Member left",
  "credit.low": "Credit is low",
  "credit.added": "Credit added",
  "webhook.gone": "A webhook stopped accepting deliveries",
  "workspace.created": "Workspace created",
  "workspace.nearly_full": "The demo’s call time is nearly used up",
} satisfies Record<EventKind, string>;
