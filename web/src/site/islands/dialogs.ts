/** `data-opens="id"` opens that dialog, `data-closes` inside one closes it; so do Escape and a touch beside it. */
export function openDialogs(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-opens]")) {
    const dialog = document.getElementById(button.dataset["opens"] ?? "");
    if (!(dialog instanceof HTMLDialogElement)) continue;
    button.addEventListener("click", () => dialog.showModal());
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || (target instanceof Element && target.closest("[data-closes]"))) dialog.close();
    });
  }
}
