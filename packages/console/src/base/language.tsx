import type { Messages } from '@comporta/messages/catalogue';
import { DEFAULT_LANGUAGE, isLanguage, type Language, LOCALES } from '@comporta/messages/languages';
import type { beforeLoginOf, everywhereOf } from '@comporta/messages/parts-of-catalogue';
import { type ReactNode, useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl/react';
import { session } from '../data/stored/session.ts';
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '../data/stored/storage.ts';

declare module 'use-intl/core' {
  interface AppConfig {
    Messages: Messages;
  }
}

interface Spoken {
  readonly language: Language;
  readonly isWhole: boolean;
  readonly messages: ReturnType<typeof beforeLoginOf>;
}

const BEFORE_LOGIN = {
  en: () => import('@comporta/messages/before-login-en'),
  pt: () => import('@comporta/messages/before-login-pt'),
} as const satisfies Record<
  Language,
  () => Promise<{ messages: ReturnType<typeof beforeLoginOf> }>
>;

const EVERYWHERE = {
  en: () => import('@comporta/messages/en'),
  pt: () => import('@comporta/messages/pt'),
} as const satisfies Record<Language, () => Promise<{ messages: ReturnType<typeof everywhereOf> }>>;

let spoken: Spoken | undefined;
/** The language requested last: a slower catalogue of an earlier request must not replace it. */
let wanted: Language = storedLanguage();
/** Whether the texts of the screens after login are needed; from then on they are. */
let wantsWhole = false;
const listeners = new Set<() => void>();

/** Loads the texts of the stored language that the first screen needs; the console is drawn after that. */
export function loadLanguage(): Promise<void> {
  wantsWhole ||= session() !== undefined; // The router may have begun with a frame.
  return speak(storedLanguage());
}

/** For the frames of the screens that everybody sees after the login: loads what the screens before it do without. */
export async function loadTextsAfterLogin(): Promise<void> {
  wantsWhole = true;
  do {
    // A language that was chosen, and whose texts are missing, must not prevent the login.
    await speak(wanted).catch(() => speak(spoken?.language ?? DEFAULT_LANGUAGE));
  } while (spoken?.isWhole !== true); // Another language was chosen meanwhile.
}

/**
 * Changes the language of the logged-in user in place: inputs and open dialogs stay. Rejects when its texts cannot be
 * loaded; the language then changes with the next reload.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  writeStored(STORAGE_KEYS.language, language);
  removeStored(STORAGE_KEYS.visitorLanguage);
  await speak(language);
}

/** The same on the screens before login, where the language belongs to no user yet. */
export async function chooseVisitorLanguage(language: Language): Promise<void> {
  writeStored(STORAGE_KEYS.visitorLanguage, language);
  await speak(language);
}

async function speak(language: Language): Promise<void> {
  wanted = language;
  const isWhole = wantsWhole;
  if (spoken?.language === language && (spoken.isWhole || !isWhole)) return;
  const { messages } = await (isWhole ? EVERYWHERE : BEFORE_LOGIN)[language]();
  if (wanted !== language || wantsWhole !== isWhole) return;
  spoken = { language, isWhole, messages };
  document.documentElement.lang = LOCALES[language];
  for (const listener of listeners) listener();
}

/** The language that a visitor chose before login, since the last logout. */
export function visitorLanguage(): Language | undefined {
  return languageAt(STORAGE_KEYS.visitorLanguage);
}

function storedLanguage(): Language {
  return languageAt(STORAGE_KEYS.language) ?? visitorLanguage() ?? DEFAULT_LANGUAGE;
}

function languageAt(key: 'comporta.language' | 'comporta.visitor-language'): Language | undefined {
  const stored = readStored(key);
  return typeof stored === 'string' && isLanguage(stored) ? stored : undefined;
}

/**
 * Switches to the language in storage, which a logout cleared or another tab changed. If its texts cannot be loaded, the
 * language stays, and the next call tries again.
 */
export function followStoredLanguage(): void {
  speak(storedLanguage()).catch(() => {});
}

window.addEventListener('storage', ({ key }) => {
  const { language, visitorLanguage: visitors } = STORAGE_KEYS;
  if (key === language || key === visitors || key === null) followStoredLanguage();
});

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLanguage(): Language {
  return useSyncExternalStore(watch, () => spoken?.language ?? DEFAULT_LANGUAGE);
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const current = useSyncExternalStore(watch, () => spoken);
  if (current === undefined) return null;
  return (
    <IntlProvider locale={LOCALES[current.language]} messages={current.messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
