/** What the calendar has: asked for one time, or for what is free on a day. */
import type { Form } from "../forms/form.ts";
import { dayAndTime, dayOf } from "./read-back.ts";
import type { Turn } from "../state.ts";
import { argumentsOf, isFilled, isVisit, type Task } from "../task.ts";
import type { World } from "../world.ts";

/** The tool that books what the calendar has. */
export function bookingOf({ forms }: World): Form | undefined {
  return forms.find((form) => form.intent === "book" && isVisit(form));
}

/** Asks whether the day and time are free, or what is free that day where that was asked: once for each. */
export function checkFor(task: Task, availability: Form): Turn["tool"] {
  if (task.form.intent !== "book" && task.form.intent !== "move") return undefined;
  const day = dayOf(task);
  const time = dayAndTime(task)?.time;
  if (day === undefined || (time === undefined && !task.asksFreeTimes)) return undefined;
  const asked = `${day} ${time ?? ""}`;
  if (task.checkedVisit === asked) return undefined;
  const given: Record<string, unknown> = { ...availability.given };
  for (const field of availability.fields) {
    if (field.kind === "day") given[field.name] = day;
    else if (field.kind === "time" && time !== undefined) given[field.name] = time;
    else if (field.kind === "moment" && time !== undefined) given[field.name] = `${day}T${time}`;
    else {
      const same = task.form.fields.find((one) => one.name === field.name && isFilled(task, one));
      if (same) given[field.name] = argumentsOf(task)[same.name];
      else if (field.required) return undefined;
    }
  }
  task.checkedVisit = asked;
  return { name: availability.tool, arguments: given };
}
