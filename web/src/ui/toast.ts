/**
 * What happened, in a title and a sentence, at the end of the page. A bad one stays until it is closed: by a person, or by what is given back,
 * once it is mended.
 */
import { useSyncExternalStore } from "react";

export interface ToastMessage {
  id: number;
  title: string;
  sentence?: string | undefined;
  bad: boolean;
  act?: ToastAct | undefined;
}

/** What can still be done about it. */
export interface ToastAct {
  label: string;
  do: () => void;
}

const AT_MOST = 4;
let told: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function toast(title: string, sentence?: string, kind: "good" | "bad" = "good", act?: ToastAct): () => void {
  const id = ++lastId;
  show([...told, { id, title, sentence, bad: kind === "bad", act }].slice(-AT_MOST));
  return () => closeToast(id);
}

export function closeToast(id: number): void {
  show(told.filter((one) => one.id !== id));
}

export function useToasts(): readonly ToastMessage[] {
  return useSyncExternalStore(follow, () => told);
}

function follow(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function show(next: readonly ToastMessage[]): void {
  told = next;
  for (const listener of listeners) listener();
}
