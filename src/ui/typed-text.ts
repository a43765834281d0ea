// Text that models are typing, put together when it is looked at.

/** Text that grew since it was last looked at, by span. Kept in pieces: joining on every piece would cost more and more. */
export class TypedText {
  #text = "";
  #pieces: string[] = [];
  push(piece: string): void {
    this.#pieces.push(piece);
  }
  read(): string {
    if (this.#pieces.length > 0) {
      this.#text += this.#pieces.join("");
      this.#pieces = [];
    }
    return this.#text;
  }
}
