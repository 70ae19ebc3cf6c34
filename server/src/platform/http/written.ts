/** An answer that is JSON already: its parts were brought into the promised shape one by one, as they were written. */
export class Written {
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }
}
