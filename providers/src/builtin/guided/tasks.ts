/** The things that the guided dialogue can do for a caller: which slots each needs and which tool does it. */
import type { Slots } from "./slots.ts";
import type { Slot } from "./phrases/phrases.ts";

export type TaskName = "appointment" | "message" | "order";

export interface Task {
  name: TaskName;
  slots: Slots;
}

export const BOOK_TOOL = "book_appointment";
export const AVAILABILITY_TOOL = "check_availability";
export const MESSAGE_TOOL = "take_message";
export const ORDER_TOOL = "check_order";
export const TRANSFER_TOOL = "transfer_call";

const NEEDS: Record<TaskName, readonly Slot[]> = {
  appointment: ["day", "time", "name", "phone"],
  message: ["message", "name", "phone"],
  order: ["order"],
};

/** Slots that the task listens for; `order` is welcome in a message but never asked for. */
export function listensFor(task: Task): readonly Slot[] {
  return task.name === "message" ? [...NEEDS.message, "order"] : NEEDS[task.name];
}

/** The next slot to ask for; `undefined`: all are there. */
export function missing(task: Task): Slot | undefined {
  const wanted = task.slots.order === "?" ? (["order", ...NEEDS[task.name]] as const) : NEEDS[task.name];
  return wanted.find((slot) => task.slots[slot] === undefined || task.slots[slot] === "?");
}

export function toolFor(task: Task): { name: string; arguments: Record<string, string> } {
  const { day = "", time = "", name = "", phone = "", order, message = "" } = task.slots;
  if (task.name === "appointment") return { name: BOOK_TOOL, arguments: { date: day, time, name, phone } };
  if (task.name === "order") return { name: ORDER_TOOL, arguments: { order_number: order ?? "" } };
  return {
    name: MESSAGE_TOOL,
    arguments: { name, phone, message, ...(order === undefined || order === "?" ? {} : { order_number: order }) },
  };
}
