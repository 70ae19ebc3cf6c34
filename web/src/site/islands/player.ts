const ARROW_SECONDS = 2;

/** The recording of a real call: played, scrubbed along its strip, with the line marked that sounds. */
export function playRecording(): void {
  const audio = document.querySelector<HTMLAudioElement>("[data-player]");
  const button = document.querySelector<HTMLButtonElement>("[data-play]");
  const strip = document.querySelector<HTMLElement>("[data-playing]");
  const scrub = document.querySelector<HTMLInputElement>("[data-scrub]");
  const head = document.querySelector<HTMLElement>("[data-playhead]");
  const place = document.querySelector<HTMLElement>("[data-recording-at]");
  if (!audio || !button || !strip || !scrub || !head || !place) return;
  const durationMs = Number(strip.dataset["duration"]);
  const lines = [...document.querySelectorAll<HTMLElement>("[data-captions] > li")];
  const play = (): void => void audio.play().catch(() => button.toggleAttribute("data-plays", false));
  const show = (): void => {
    const atMs = audio.currentTime * 1_000;
    const sounding = lines.findLast((line) => Number(line.dataset["at"]) <= atMs);
    for (const line of lines) line.toggleAttribute("data-sounds", line === sounding && atMs > 0 && !audio.ended);
    head.hidden = audio.ended || atMs === 0;
    head.style.insetInlineStart = `${Math.min(100, (atMs / durationMs) * 100)}%`;
    place.textContent = clock(atMs);
    scrub.value = String(Math.round(atMs));
    scrub.ariaValueText = clock(atMs);
    button.toggleAttribute("data-plays", !audio.paused);
  };
  for (const event of ["play", "pause", "timeupdate", "seeked", "ended"]) audio.addEventListener(event, show);
  button.addEventListener("click", () => (audio.paused ? play() : audio.pause()));
  scrub.addEventListener("input", () => {
    audio.currentTime = Number(scrub.value) / 1_000;
    show();
  });
  scrub.addEventListener("keydown", (event) => {
    const onward = document.documentElement.dir === "rtl" ? -1 : 1;
    const step = { ArrowRight: onward, ArrowUp: 1, ArrowLeft: -onward, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    audio.currentTime = Math.min(durationMs / 1_000, Math.max(0, audio.currentTime + step * ARROW_SECONDS));
    show();
  });
  for (const link of document.querySelectorAll("[data-hear]")) {
    link.addEventListener("click", () => {
      play();
      // Once the link has led to the place: it would leave the focus nowhere.
      setTimeout(() => button.focus());
    });
  }
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
