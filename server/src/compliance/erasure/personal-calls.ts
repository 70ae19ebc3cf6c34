/** What calls do for whoever deletes or exports what is kept of a person. */
import type { ContactIdentity } from "@ongea/contract";
import type { PersonalData } from "./person.ts";

/** What of calls is deleted by its age. Each deletes at most so many, and says which, or how many. */
export interface DueCalls {
  audio(workspaceId: string, before: Date, most: number): Promise<number>;
  transcripts(workspaceId: string, before: Date, most: number): Promise<string[]>;
  calls(workspaceId: string, before: Date, most: number): Promise<number>;
  deliveries(workspaceId: string, before: Date, most: number): Promise<number>;
}

export interface PersonalCalls {
  /** All calls with whoever has these numbers, planned ones too. */
  idsOf(workspaceId: string, phones: readonly string[]): Promise<string[]>;
  /** Of everybody with whom there was a call. */
  identities(workspaceId: string): AsyncIterable<ContactIdentity[]>;
  read: (workspaceId: string, callIds: readonly string[]) => ReturnType<PersonalData["read"]>;
  recordingsOf(workspaceId: string, callIds: readonly string[]): Promise<{ id: string; recording: string; withheld: boolean }[]>;
  /** Refuses with "privacy.on_hold" or "privacy.call_running". */
  check(workspaceId: string, callIds: readonly string[]): Promise<void>;
  /** The same, and they are gone with all that was made of them; their files follow. */
  erase(workspaceId: string, callIds: readonly string[]): Promise<Record<string, number>>;
}

export interface CallsOfPeople {
  due: DueCalls;
  calls: PersonalCalls;
  /** Where a recording lies; undefined: not on this server. */
  path(recording: string): string | undefined;
  /** In the transaction around it. */
  foundAgain(workspaceId: string, callIds: readonly string[]): Promise<void>;
  removeFiles(): Promise<void>;
}
