import type { Conflict, StoredEdits, Version } from './form-machine.ts';

/** Where the browser's tab stores the edits of one form, through a reload and a new login. */
export interface EditsMemory<Draft> {
  /** The key contains the user and the screen: another user who logs in here does not see the edits. */
  readonly key: string;
  /** Reads a stored draft; undefined for what this form did not write. Without it, a draft has the start's fields. */
  readonly read?: (stored: unknown) => Draft | undefined;
  /** Fields that the browser must not store. */
  readonly secret?: readonly (keyof Draft & string)[];
}

export function readEdits<Draft extends object>(
  memory: EditsMemory<Draft>,
  loaded: Version<Draft>,
): StoredEdits<Draft> | undefined {
  const read = memory.read ?? ((part) => (isLike(part, loaded.draft) ? part : undefined));
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(memory.key) ?? 'null');
    if (!isObject(stored)) return undefined;
    const { version, conflict } = stored;
    // The release before this one named the draft of an experiment `form`. A field that it did not have, or that must
    // not be stored, is as it was loaded.
    const [draft, saved] = [stored.draft ?? stored.form, stored.saved].map((part) =>
      read(isObject(part) ? { ...loaded.draft, ...part } : part),
    );
    if (draft === undefined || saved === undefined) return undefined;
    return {
      draft,
      saved,
      version: typeof version === 'number' ? version : undefined,
      conflict: isObject(conflict) ? (conflict as unknown as Conflict) : undefined, // As it was written below.
    };
  } catch {
    // Storage is turned off, or this form did not write the value: treated as if nothing were stored.
    return undefined;
  }
}

/** Whether there are edits of a form that is not open. */
export function hasEdits(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    // Storage is turned off: nothing is stored.
    return false;
  }
}

export function writeEdits<Draft extends object>(
  { key, secret = [] }: EditsMemory<Draft>,
  { draft, saved, ...edits }: StoredEdits<Draft>,
): void {
  const stored = { ...edits, draft: omit(draft, secret), saved: omit(saved, secret) };
  try {
    sessionStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Storage is full or turned off: the edits are lost when the page is reloaded.
  }
}

export function forgetEdits(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is turned off: there is nothing to remove.
  }
}

/** Whether a stored value has the fields of the model, with their types. */
function isLike<Draft extends object>(part: unknown, model: Draft): part is Draft {
  if (!isObject(part)) return false;
  return Object.entries(model).every(
    ([name, value]) =>
      typeof part[name] === typeof value && Array.isArray(part[name]) === Array.isArray(value),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function omit<Draft extends object>(draft: Draft, names: readonly string[]): Partial<Draft> {
  const others = Object.entries(draft).filter(([name]) => !names.includes(name));
  return Object.fromEntries(others) as Partial<Draft>;
}
