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
