import type { Problem } from '@comporta/contract/problem';

/** Somebody else saved in between: the version, the person and the time, as the server reports them. */
export interface Conflict {
  readonly version: number;
  readonly savedBy: string;
  readonly savedAt: string;
}

/** A saved state, with its version if the server keeps one. */
export interface Version<Draft> {
  readonly draft: Draft;
  readonly version: number | undefined;
}

/** The state of a form, from the first edit to the save. */
export interface FormState<Draft, Code extends string> {
  /** The state that the edits started from. */
  readonly saved: Draft;
  /** The version of that state, which a save replaces. */
  readonly version: number | undefined;
  /** The state that the server sent last; it may be newer than the one that the edits started from. */
  readonly newest: Version<Draft>;
  readonly draft: Draft;
  readonly problems: readonly Problem<Code>[];
  /** An error without a code of this form; it gets a general text. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly conflict: Conflict | undefined;
  /** Grows with every failed save, which moves the focus to the first field with a problem. */
  readonly attempts: number;
  /** Whether the edits are from before a reload, and unchanged since. */
  readonly isRestored: boolean;
}

/** Edits that the browser kept through a reload. */
export interface StoredEdits<Draft> extends Version<Draft> {
  readonly saved: Draft;
  readonly conflict?: Conflict | undefined;
}

export type FormEvent<Draft, Code extends string> =
  | {
      readonly type: 'edited';
      readonly change: (draft: Draft) => Draft;
      /** Returns the problems that stay after the edit. */
      readonly keep: (problems: readonly Problem<Code>[]) => readonly Problem<Code>[];
    }
  | { readonly type: 'refused'; readonly problems: readonly Problem<Code>[] }
  | { readonly type: 'failed'; readonly failure: unknown }
  | { readonly type: 'sent' }
  /** `draft` is the saved state; later input is an edit of it. */
  | ({ readonly type: 'saved' } & Version<Draft>)
  | { readonly type: 'conflicted'; readonly conflict: Conflict }
  | { readonly type: 'conflictDismissed' }
  | { readonly type: 'reset' }
  /** The server sent the state again: an unchanged form takes it, a changed one keeps the state it started from. */
  | ({ readonly type: 'loaded' } & Version<Draft>)
  /** The user wants the loaded state in place of the edits. */
  | ({ readonly type: 'replaced' } & Version<Draft>);

export function startForm<Draft, Code extends string>(
  loaded: Version<Draft>,
  stored?: StoredEdits<Draft>,
): FormState<Draft, Code> {
  const start = stored === undefined ? loaded : { draft: stored.saved, version: stored.version };
  return {
    ...startedFrom<Draft, Code>(start),
    newest: loaded,
    draft: stored?.draft ?? loaded.draft,
    conflict: stored?.conflict,
    attempts: 0,
    isRestored: stored !== undefined,
  };
}

/** Returns the next state. `isSame` compares the content of two drafts. */
export function reduceForm<Draft, Code extends string>(
  state: FormState<Draft, Code>,
  event: FormEvent<Draft, Code>,
  isSame: (one: Draft, other: Draft) => boolean,
): FormState<Draft, Code> {
  switch (event.type) {
    case 'edited':
      return {
        ...state,
        draft: event.change(state.draft),
        problems: event.keep(state.problems),
        failure: undefined,
      };
    case 'refused':
      return { ...failed(state), problems: event.problems };
    case 'failed':
      return { ...failed(state), failure: event.failure };
    case 'sent':
      return { ...state, isBusy: true, conflict: undefined };
    case 'saved': {
      const { draft, version } = event;
      const { attempts } = state;
      return { ...startedFrom<Draft, Code>({ draft, version }), attempts, draft: state.draft };
    }
    case 'conflicted':
      return { ...state, isBusy: false, conflict: event.conflict };
    case 'conflictDismissed':
      return { ...state, conflict: undefined };
    case 'reset':
      return { ...startedFrom<Draft, Code>(state.newest), attempts: state.attempts };
    case 'replaced':
      return { ...startedFrom<Draft, Code>(event), attempts: state.attempts };
    case 'loaded':
      return follow(state, event, isSame);
  }
}

/** A state without edits. */
function startedFrom<Draft, Code extends string>({
  draft,
  version,
}: Version<Draft>): FormState<Draft, Code> {
  return {
    saved: draft,
    version,
    newest: { draft, version },
    draft,
    problems: [],
    failure: undefined,
    isBusy: false,
    conflict: undefined,
    attempts: 0,
    isRestored: false,
  };
}

/** The state after a failed save. Input from during the save is kept. */
function failed<Draft, Code extends string>(state: FormState<Draft, Code>): FormState<Draft, Code> {
  const attempts = state.attempts + 1;
  return { ...state, problems: [], failure: undefined, isBusy: false, attempts };
}

/**
 * Takes a newly loaded version. One with the same content, such as after a pause, is not an edit by somebody
 * else.
 */
function follow<Draft, Code extends string>(
  state: FormState<Draft, Code>,
  { draft, version }: Version<Draft>,
  isSame: (one: Draft, other: Draft) => boolean,
): FormState<Draft, Code> {
  if (version === undefined || state.isBusy) return state;
  // After a save, the version in the cache is older than the saved one until it is fetched again.
  if (version < (state.newest.version ?? 0)) return state;
  // The content may depend on more than the version: the rules of an experiment need its toggle, too.
  if (version === state.newest.version && isSame(draft, state.newest.draft)) return state;
  const newest = { draft, version };
  if (isSame(draft, state.saved)) return { ...state, newest, version };
  if (isSame(state.draft, state.saved) || isSame(state.draft, draft)) {
    return { ...startedFrom<Draft, Code>(newest), attempts: state.attempts };
  }
  return { ...state, newest };
}

/** Compares drafts that consist of plain fields and lists of them. */
export function isSameText(one: object, other: object): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The problem at a field, or without a field, at the form as a whole. */
export function problemAt<Code extends string>(
  problems: readonly Problem<Code>[],
  field: string | undefined,
): Problem<Code> | undefined {
  return problems.find(({ at }) => at[0] === field);
}

/**
 * Returns the problems that stay when fields are edited: those about other fields. If the form has only one
 * problem, any edit removes it. Source: decision R49, DLG-02.
 */
export function withoutProblemsOf<Code extends string>(
  problems: readonly Problem<Code>[],
  fields: readonly string[],
): readonly Problem<Code>[] {
  if (problems.length <= 1) return [];
  const touched = new Set<string | number | undefined>(fields).add(undefined);
  return problems.filter(
    ({ at, also = [] }) => ![at, ...also].some(([first]) => touched.has(first)),
  );
}
