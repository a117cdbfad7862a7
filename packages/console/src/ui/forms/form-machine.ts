import type { Problem } from '@comporta/contract/problem';

/** Somebody else saved in between: who and when, as far as the server says. */
export interface Conflict {
  readonly version: number;
  readonly savedBy: string;
  readonly savedAt: string;
}

/** What is saved, and its version where the server keeps one. */
export interface Version<Draft> {
  readonly draft: Draft;
  readonly version: number | undefined;
}

/** A form from its first key to its save. */
export interface FormState<Draft, Code extends string> {
  /** What the edits started from. */
  readonly saved: Draft;
  /** The version of that, which a save goes over. */
  readonly version: number | undefined;
  /** What the server said last, which may be newer than what the edits started from. */
  readonly newest: Version<Draft>;
  readonly draft: Draft;
  readonly problems: readonly Problem<Code>[];
  /** What went wrong and has no code of this form: shown in general words. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly conflict: Conflict | undefined;
  /** Grows with every save that failed: when it does, the first field in error takes the focus. */
  readonly attempts: number;
  /** The edits were made before a reload, and not touched since. */
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
      /** The problems that the edit has nothing to do with. */
      readonly keep: (problems: readonly Problem<Code>[]) => readonly Problem<Code>[];
    }
  | { readonly type: 'refused'; readonly problems: readonly Problem<Code>[] }
  | { readonly type: 'failed'; readonly failure: unknown }
  | { readonly type: 'sent' }
  /** `draft` is what was sent; what was typed since then is an edit of it. */
  | ({ readonly type: 'saved' } & Version<Draft>)
  | { readonly type: 'conflicted'; readonly conflict: Conflict }
  | { readonly type: 'conflictDismissed' }
  | { readonly type: 'reset' }
  /** Loaded again, as it happens: an unchanged form follows, a changed one keeps what it started from. */
  | ({ readonly type: 'loaded' } & Version<Draft>)
  /** Loaded because the user wants it in place of the edits. */
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

/** The next state. `isSame` tells whether two drafts say the same. */
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

/** Where nothing is edited yet. */
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

/** What was typed while a save was under way stays, whatever became of the save. */
function failed<Draft, Code extends string>(state: FormState<Draft, Code>): FormState<Draft, Code> {
  const attempts = state.attempts + 1;
  return { ...state, problems: [], failure: undefined, isBusy: false, attempts };
}

/** A new version that says the same, such as after a pause, is not somebody else's edit. */
function follow<Draft, Code extends string>(
  state: FormState<Draft, Code>,
  { draft, version }: Version<Draft>,
  isSame: (one: Draft, other: Draft) => boolean,
): FormState<Draft, Code> {
  if (version === state.newest.version || state.isBusy) return state;
  const newest = { draft, version };
  if (isSame(draft, state.saved)) return { ...state, newest, version };
  if (isSame(state.draft, state.saved)) {
    return { ...startedFrom<Draft, Code>(newest), attempts: state.attempts };
  }
  return { ...state, newest };
}

/** Drafts of plain fields and lists of them. */
export function isSameText(one: object, other: object): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The problem at a field, or, without one, at the form as a whole. */
export function problemAt<Code extends string>(
  problems: readonly Problem<Code>[],
  field: string | undefined,
): Problem<Code> | undefined {
  return problems.find(({ at }) => at[0] === field);
}

/**
 * The problems that stay when fields are edited: those that are about others. A form with one
 * message has none: any edit takes it away. Source: decision R49, DLG-02.
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
