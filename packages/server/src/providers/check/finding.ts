/** What a check of a provider says, in one line. */
export interface Finding {
  /** A note is what nobody but a person can judge. */
  readonly is: 'ok' | 'wrong' | 'note';
  readonly text: string;
}

export function ok(text: string): Finding {
  return { is: 'ok', text };
}

/** @param repair what to do about it, in plain words */
export function wrong(what: string, repair: string): Finding {
  return { is: 'wrong', text: `${what}: ${repair}` };
}

export function note(text: string): Finding {
  return { is: 'note', text };
}
