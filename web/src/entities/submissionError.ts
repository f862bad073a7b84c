// An error found by the page before sending, with the controls it concerns.

export class SubmissionError extends Error {
  readonly sentences: readonly string[];
  readonly invalid: ReadonlyMap<string, string>;

  constructor(sentences: readonly string[], invalid: ReadonlyMap<string, string> = new Map()) {
    super(sentences.join("\n"));
    this.sentences = sentences;
    this.invalid = invalid;
  }
}
