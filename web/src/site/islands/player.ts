/** While the recording plays, the line that sounds is marked and the playhead goes along the strip. */
export function followRecording(): void {
  const audio = document.querySelector<HTMLAudioElement>("[data-player]");
  const strip = document.querySelector<HTMLElement>("[data-playing]");
  const head = document.querySelector<HTMLElement>("[data-playhead]");
  if (!audio || !strip || !head) return;
  const durationMs = Number(strip.dataset["duration"]);
  const lines = [...document.querySelectorAll<HTMLElement>("[data-captions] > li")];
  audio.addEventListener("timeupdate", () => {
    const atMs = audio.currentTime * 1_000;
    const sounding = lines.findLast((line) => Number(line.dataset["at"]) <= atMs);
    for (const line of lines) line.toggleAttribute("data-sounds", line === sounding && !audio.ended);
    head.hidden = audio.ended;
    head.style.insetInlineStart = `${Math.min(100, (atMs / durationMs) * 100)}%`;
  });
}
