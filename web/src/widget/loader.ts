/**
 * The script that other people's pages load: a button, and a frame of this server when somebody presses it. It stands alone in pages that
 * nobody here knows, so it brings no library, keeps to a shadow root, and needs neither inline styles nor anything that a strict
 * Content-Security-Policy forbids. The server puts WIDGET in front of it, the build WORDS.
 */
interface Face {
  origins: string[];
  colour: "indigo" | "leaf" | "soot";
  position: "start" | "end";
  label: string;
  language: string | null;
  is_on: boolean;
}

type Sentence = "open" | "close" | "not_here" | "not_loaded";

declare const WIDGET: Face;
declare const WORDS: Record<string, Record<Sentence, string>> & { en: Record<Sentence, string> };

const FILLS = { indigo: "#233f80", leaf: "#1f6a4f", soot: "#1c1915" };
/** A frame that has not spoken by then does not come. */
const COMES_WITHIN_MS = 15_000;
/** For the frame to hang up before it goes. */
const GOES_WITHIN_MS = 1_000;
const SVG = "http://www.w3.org/2000/svg";
const script = document.currentScript;

if (script instanceof HTMLScriptElement) {
  if (!WIDGET.is_on) console.warn("Ongea: this widget is switched off, so its button is not shown.");
  else if (document.body) show(script);
  else addEventListener("DOMContentLoaded", () => show(script), { once: true });
}

function show({ src, dataset }: HTMLScriptElement): void {
  const base = new URL("./", src).href;
  if (document.querySelector(`[data-ongea="${base}"]`)) return;
  const asked = [dataset["lang"], WIDGET.language, document.documentElement.lang].map((tag) => tag?.split("-")[0]?.toLowerCase());
  const language = asked.find((one) => one && WORDS[one]) ?? "en";
  const parts = partsIn(language);
  parts.host.dataset["ongea"] = base;
  document.body.append(parts.host);
  operate(parts, { server: new URL(src).origin, address: `${base}frame?lang=${language}`, words: WORDS[language] ?? WORDS.en });
}

interface Parts {
  host: HTMLElement;
  root: ShadowRoot;
  button: HTMLButtonElement;
  /** What the button says. */
  text: HTMLElement;
  panel: HTMLElement;
}

function partsIn(language: string): Parts {
  const host = document.createElement("div");
  host.lang = language;
  host.dir = language === "ar" ? "rtl" : "ltr";
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleOf(WIDGET));
  root.adoptedStyleSheets = [sheet];
  const button = document.createElement("button");
  button.type = "button";
  const text = document.createElement("span");
  button.append(microphone(), text);
  const panel = document.createElement("div");
  panel.hidden = true;
  panel.setAttribute("role", "dialog");
  root.append(button, panel);
  return { host, root, button, text, panel };
}

interface Place {
  server: string;
  /** Of the frame's page. */
  address: string;
  words: Record<Sentence, string>;
}

function operate({ root, button, text, panel }: Parts, { server, address, words }: Place): void {
  const name = WIDGET.label || words.open;
  let frame: HTMLIFrameElement | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  const turn = (isOpen: boolean): void => {
    panel.hidden = !isOpen;
    panel.className = "";
    text.textContent = isOpen ? words.close : name;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  const say = (sentence: "not_here" | "not_loaded"): void => {
    const note = document.createElement("p");
    note.setAttribute("role", "alert");
    note.textContent = words[sentence];
    panel.replaceChildren(note);
    panel.className = "said";
  };
  const open = (): void => {
    turn(true);
    if (!WIDGET.origins.includes(location.origin)) {
      console.warn(`Ongea: ${location.origin} is not one of the pages that may show this widget.`);
      return say("not_here");
    }
    frame = frameOf(address, name, server);
    panel.replaceChildren(frame);
    late = setTimeout(() => {
      frame = undefined;
      say("not_loaded");
    }, COMES_WITHIN_MS);
  };
  const close = (): void => {
    if (panel.hidden) return;
    clearTimeout(late);
    turn(false);
    button.focus();
    const going = frame;
    frame = undefined;
    going?.contentWindow?.postMessage({ ongea: "close" }, server);
    setTimeout(() => going?.remove(), GOES_WITHIN_MS);
  };
  turn(false);
  panel.setAttribute("aria-label", name);
  button.addEventListener("click", () => (panel.hidden ? open() : close()));
  root.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && event.key === "Escape") close();
  });
  addEventListener("message", ({ origin, source, data }: MessageEvent<{ ongea?: string } | null>) => {
    if (origin !== server || !frame || source !== frame.contentWindow) return;
    if (data?.ongea === "ready") {
      clearTimeout(late);
      panel.className = "ready";
      frame.focus();
    }
    if (data?.ongea === "close") close();
  });
}

function frameOf(address: string, title: string, server: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.allow = "microphone; autoplay";
  frame.title = title;
  frame.src = address;
  frame.addEventListener("load", () => frame.contentWindow?.postMessage({ ongea: "hello" }, server));
  return frame;
}

function microphone(): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", "M6 1.5h4v7H6zM3 7v1.5a5 4 0 0010 0V7M8 12.5V15M5 15h6");
  svg.append(path);
  return svg;
}

function styleOf({ colour, position }: Face): string {
  const side = `inset-inline-${position}`;
  return `
:host{all:initial;color-scheme:light dark}
*{box-sizing:border-box}
button,div{position:fixed;z-index:2147483000;${side}:20px}
button{display:flex;align-items:center;gap:8px;inset-block-end:20px;min-block-size:48px;max-inline-size:calc(100vw - 40px);padding:8px 18px;
border:1px solid #fcfaf6;border-radius:2px;background:${FILLS[colour]};color:#fcfaf6;font:700 16px/24px system-ui,sans-serif;cursor:pointer}
button:hover{filter:brightness(1.15)}
button:focus-visible{outline:3px solid ${FILLS[colour]};outline-offset:2px;box-shadow:0 0 0 7px #fcfaf6}
svg{inline-size:18px;block-size:18px;flex:none;fill:none;stroke:currentColor;stroke-width:1.5}
div{inset-block-end:84px;inline-size:380px;block-size:min(600px,calc(100dvh - 104px));background:#f5f2eb;color:#1c1915;
border-block:3px solid #1c1915;box-shadow:0 0 0 1px #857d71}
div.said{block-size:auto}
div[hidden]{display:none}
p{margin:0;padding:20px;font:16px/24px system-ui,sans-serif}
iframe{display:block;inline-size:100%;block-size:100%;border:0;color-scheme:normal}
@media (prefers-color-scheme:dark){div{background:#15120f;color:#ebe8df;border-color:#b9b4a9}}
@media (max-width:480px){div{${side}:0;inline-size:100vw}div.ready{inset-block-end:0;block-size:100dvh}}
@media print{button,div{display:none}}`;
}
