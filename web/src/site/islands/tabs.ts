/** The kinds of work as tabs: arrow keys go from one to the next. */
export function filterTabs(): void {
  const list = document.querySelector("[data-tabs]");
  if (!list) return;
  const tabs = [...list.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  const panel = document.getElementById("assistants");
  const cards = [...(panel?.querySelectorAll<HTMLElement>("article") ?? [])];
  const choose = (chosen: HTMLButtonElement): void => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
    const { category } = chosen.dataset;
    panel?.setAttribute("aria-labelledby", chosen.id);
    for (const card of cards) card.hidden = category !== "all" && card.dataset["category"] !== category;
  };
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  list.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const { key } = event;
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const forward = document.documentElement.dir === "rtl" ? -1 : 1;
    const next = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: tabs.length - 1 }[key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs.at(next % tabs.length);
    tab?.focus();
    if (tab) choose(tab);
  });
}
