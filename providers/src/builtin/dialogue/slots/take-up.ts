/** A form that is begun again, with what was said for it before. */
import type { Task } from "../task.ts";

/** Begun before and left, because a value could not be heard: that one is asked for in another way, the others are known. */
export function takeUp(left: Task | undefined, task: Task): void {
  if (left?.form.tool !== task.form.tool) return;
  Object.assign(task.wrong, left.wrong);
  for (const { name, kind } of task.form.fields) {
    const slot = left.slots[name];
    const times = left.takenBack[name] ?? 0;
    // A name that was heard wrong twice is asked for by letters with words.
    if (times > 0) task.takenBack[name] = kind === "name" ? Math.min(2, times) : 1;
    else if (slot && kind !== "text" && slot.confidence >= SURE_ENOUGH_TO_KEEP) task.slots[name] = slot;
  }
}

const SURE_ENOUGH_TO_KEEP = 0.5;
