// Why nothing was sent, where the page itself knows.

export class Refusal extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.sentences = sentences;
  }
}
