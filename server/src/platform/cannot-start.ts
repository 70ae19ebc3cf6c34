/** A reason not to start that the person at the terminal can do something about: one sentence, no stack. */
export class CannotStart extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "CannotStart";
  }
}
