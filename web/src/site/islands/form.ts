/** A form of the site: its fields by name, what is wrong under each of them, and a button that says when it is busy. */
export interface Form<F extends string> {
  readonly element: HTMLFormElement;
  fill(values: Readonly<Record<string, unknown>>): void;
  clear(): void;
  /** Shows what is wrong under the fields and goes to the first of them. Returns whether anything was shown. */
  show(problems: Readonly<Partial<Record<F, string>>>): boolean;
  /** The values are trimmed. One submission at a time. */
  onSubmit(busyWord: string, work: (given: Record<F, string>) => Promise<void>): void;
}

export function formOf<F extends string>(name: string): Form<F> | undefined {
  const element = document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`);
  if (!element) return undefined;
  const fields = [...element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  const button = element.querySelector<HTMLButtonElement>("[data-send]");
  for (const field of fields) field.addEventListener("input", () => mark(field, undefined));
  if (button) button.disabled = false;
  return {
    element,
    fill(values) {
      for (const field of fields) {
        const value = values[field.name];
        if (field.value === "" && typeof value === "string") field.value = value;
      }
    },
    clear: () => element.reset(),
    show(problems) {
      const byName = new Map<string, string>(Object.entries(problems));
      const wrong = fields.filter((field) => byName.get(field.name));
      for (const field of fields) mark(field, byName.get(field.name));
      wrong[0]?.focus();
      return wrong.length > 0;
    },
    onSubmit(busyWord, work) {
      element.addEventListener("submit", (event) => {
        event.preventDefault();
        if (!button || button.disabled) return;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page has the fields of this form
        const given = Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()])) as Record<F, string>;
        const { textContent: word, offsetWidth } = button;
        button.style.minInlineSize = `${offsetWidth}px`;
        button.textContent = busyWord;
        button.disabled = true;
        void work(given).finally(() => {
          button.textContent = word;
          button.disabled = false;
        });
      });
    },
  };
}

function mark(field: HTMLInputElement | HTMLTextAreaElement, problem: string | undefined): void {
  const place = document.getElementById(`${field.id}-problem`);
  if (place) {
    place.textContent = problem ?? "";
    place.hidden = problem === undefined;
  }
  if (problem === undefined) field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
}
