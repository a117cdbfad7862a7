/** What the console keeps in the browser, one value per key. */
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

/** Begins what a tab keeps of edits that are not saved. */
const EDITS = 'comporta.draft';

type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

export function readStoredText(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Turned off: as good as never stored.
    return null;
  }
}

export function writeStoredText(key: StorageKey, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full or turned off: the value lives until the page is reloaded.
  }
}

export function removeStored(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Turned off: there is nothing to remove.
  }
}

export function readStored(key: StorageKey): unknown {
  try {
    return JSON.parse(readStoredText(key) ?? 'null') ?? undefined;
  } catch {
    // Corrupt: as good as never stored.
    return undefined;
  }
}

export function writeStored(key: StorageKey, value: unknown): void {
  writeStoredText(key, JSON.stringify(value));
}

/** What the edits of one person at one place are kept by in the browser's tab. */
export function editsKey(userName: string, place: string): string {
  return `${EDITS}.${userName}.${place}`;
}

/** Removes what people left unsaved in this tab; that of one of them stays when it is named. */
export function forgetEditsOfOthers(userName?: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isOwn = userName !== undefined && key.startsWith(editsKey(userName, ''));
      if (key.startsWith(`${EDITS}.`) && !isOwn) sessionStorage.removeItem(key);
    }
  } catch {
    // Turned off: there is nothing to forget.
  }
}
