/** Menus open by themselves (each is a `details`); they close by Escape, by a link, and by a touch beside them. */
export function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("[data-menu]")) closeMenu(menu);
}

function closeMenu(menu: HTMLDetailsElement): void {
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
