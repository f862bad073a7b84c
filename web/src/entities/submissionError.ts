// Why nothing was sent, where the page itself knows, and which controls it is about.

export class SubmissionError extends Error {
  readonly sentences: readonly string[];
  readonly invalid: ReadonlyMap<string, string>;

  constructor(sentences: readonly string[], invalid: ReadonlyMap<string, string> = new Map()) {
    super(sentences.join("\n"));
    this.sentences = sentences;
    this.invalid = invalid;
  }
}
