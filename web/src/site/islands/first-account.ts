/** On a server that has no account yet, its owner is told where the link is that makes the first one. */
export async function tellOfFirstAccount(): Promise<void> {
  const note = document.querySelector<HTMLElement>("[data-first-account]");
  if (!note) return;
  try {
    const answer = await fetch("/api/first-account", { headers: { accept: "application/json" } });
    note.hidden = !answer.ok || !((await answer.json()) as { wanted: boolean }).wanted;
  } catch {
    // A page that is not told says nothing.
  }
}
