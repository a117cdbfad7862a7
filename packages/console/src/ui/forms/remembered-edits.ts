import type { StoredEdits, Version } from './form-machine.ts';

/** Where the browser's tab stores the edits of one form, through a reload and a new login. */
export interface EditsMemory<Draft> {
  /** The key contains the user and the screen: another user who logs in here does not see the edits. */
  readonly key: string;
  /** Fields that the browser must not store. */
  readonly secret?: readonly (keyof Draft & string)[];
}

export function readEdits<Draft extends object>(
  { key, secret = [] }: EditsMemory<Draft>,
  loaded: Version<Draft>,
): StoredEdits<Draft> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!isObject(stored)) return undefined;
    const { draft, saved, version } = stored;
    const known = pick(loaded.draft, secret);
    const whole = [draft, saved].map((part) => (isObject(part) ? { ...part, ...known } : part));
    if (!whole.every((part) => isLike(part, loaded.draft))) return undefined;
    return {
      draft: whole[0] as Draft, // The check above made sure that it has the fields of the loaded draft.
      saved: whole[1] as Draft,
      version: typeof version === 'number' ? version : undefined,
    };
  } catch {
    // Storage is turned off, or this form did not write the value: treated as if nothing were stored.
    return undefined;
  }
}

export function writeEdits<Draft extends object>(
  { key, secret = [] }: EditsMemory<Draft>,
  { draft, saved, version }: StoredEdits<Draft>,
): void {
  const edits = { draft: omit(draft, secret), saved: omit(saved, secret), version };
  try {
    sessionStorage.setItem(key, JSON.stringify(edits));
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

function isLike(part: unknown, model: object): boolean {
  if (!isObject(part)) return false;
  return Object.entries(model).every(
    ([name, value]) =>
      typeof part[name] === typeof value && Array.isArray(part[name]) === Array.isArray(value),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick<Draft extends object>(draft: Draft, names: readonly string[]): Partial<Draft> {
  const chosen = Object.entries(draft).filter(([name]) => names.includes(name));
  return Object.fromEntries(chosen) as Partial<Draft>; // Only entries of the draft.
}

function omit<Draft extends object>(draft: Draft, names: readonly string[]): Partial<Draft> {
  const others = Object.entries(draft).filter(([name]) => !names.includes(name));
  return Object.fromEntries(others) as Partial<Draft>;
}
