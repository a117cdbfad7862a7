import type { Messages } from '@comporta/messages/catalogue';
import { type Language, LOCALES } from '@comporta/messages/languages';
import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider, useMessages } from 'use-intl/react';
import { useLanguage } from './language.tsx';

const CATALOGUES = {
  en: () => import('@comporta/messages/results-en'),
  pt: () => import('@comporta/messages/results-pt'),
} as const satisfies Record<Language, () => Promise<{ messages: Partial<Messages> }>>;

interface Loaded {
  readonly language: Language;
  readonly messages: Partial<Messages>;
}

/** Provides the texts of the results screens, which no other screen loads. Source: RES-78. */
export function TextsOfResults({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const everywhere = useMessages();
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    let isWanted = true;
    CATALOGUES[language]().then(
      ({ messages }) => isWanted && setLoaded({ language, messages }),
      (error: unknown) => isWanted && setFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [language]);

  // The error boundary shows it, as it does when code could not be loaded.
  if (failure !== undefined) throw failure;
  // The texts of the former language stay until the next ones are loaded.
  if (loaded === undefined) return null;
  const messages = { ...everywhere, ...loaded.messages };
  return (
    <IntlProvider locale={LOCALES[language]} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
