/** The phone's menu opens by itself (it is a `details`); it closes by Escape, by a link, and by a touch beside it. */
export function closeMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  if (!menu) return;
  const close = (): void => {
    menu.open = false;
  };
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    close();
    menu.querySelector("summary")?.focus();
  });
  addEventListener("click", ({ target }) => {
    const inside = target instanceof Element && menu.contains(target) && !target.closest("a");
    if (!inside) close();
  });
}
