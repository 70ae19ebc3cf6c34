/** On a server that has no account yet, its owner is told where the link is that makes the first one. */
export async function showFirstAccount(): Promise<void> {
  const note = document.querySelector<HTMLElement>("[data-first-account]");
  if (!note) return;
  try {
    const answer = await fetch("/api/first-account", { headers: { accept: "application/json" } });
    const told: unknown = answer.ok ? await answer.json() : undefined;
    note.hidden = !(typeof told === "object" && told !== null && "wanted" in told && told.wanted === true);
  } catch {
    // A page that is not told says nothing.
  }
}
