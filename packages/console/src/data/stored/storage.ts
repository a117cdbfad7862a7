/** The values that the console stores in the browser, one per key. */
export const STORAGE_KEYS = {
  session: 'comporta.session',
  applications: 'comporta.applications',
  environments: 'comporta.environments',
  recent: 'comporta.recent-pages',
  language: 'comporta.language',
  visitorLanguage: 'comporta.visitor-language',
  theme: 'comporta.theme',
  compact: 'comporta.compact-rows',
  singleKeys: 'comporta.single-keys',
  onboarding: 'comporta.onboarding-dismissed-by',
} as const;

/** The prefix of the keys under which a tab stores unsaved edits. */
const EDITS = 'comporta.draft';

type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

export function readStoredText(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is turned off: treated as if nothing were stored.
    return null;
  }
}

export function writeStoredText(key: StorageKey, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is full or turned off: the value is lost when the page is reloaded.
  }
}

export function removeStored(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is turned off: there is nothing to remove.
  }
}

export function readStored(key: StorageKey): unknown {
  try {
    return JSON.parse(readStoredText(key) ?? 'null') ?? undefined;
  } catch {
    // The value is corrupt: treated as if nothing were stored.
    return undefined;
  }
}

export function writeStored(key: StorageKey, value: unknown): void {
  writeStoredText(key, JSON.stringify(value));
}

/** The session storage key for the edits of one user at one place. */
export function editsKey(userName: string, place: string): string {
  return `${EDITS}.${userName}.${place}`;
}

/** Removes the unsaved edits of all users in this tab, except those of the given user. */
export function forgetEditsOfOthers(userName?: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isOwn = userName !== undefined && key.startsWith(editsKey(userName, ''));
      if (key.startsWith(`${EDITS}.`) && !isOwn) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is turned off: there is nothing to remove.
  }
}
