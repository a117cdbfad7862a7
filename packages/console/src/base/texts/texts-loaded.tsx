import type { Messages } from '@comporta/messages/catalogue';
import { type Language, LOCALES } from '@comporta/messages/languages';
import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider, useMessages } from 'use-intl/react';
import { useLanguage } from '../language.tsx';

/** Where the texts of some screens are, in each language. */
export type Catalogues = Readonly<
  Record<Language, () => Promise<{ readonly messages: Partial<Messages> }>>
>;

interface TextsLoadedProps {
  readonly from: Catalogues;
  /** Whether the children are shown before the texts are there; what needs the texts then waits for them. */
  readonly isEarly?: boolean;
  readonly children: ReactNode;
}

interface Loaded {
  readonly language: Language;
  readonly messages: Partial<Messages>;
}

/** Provides texts that only some screens load. */
export function TextsLoaded({ from, isEarly = false, children }: TextsLoadedProps) {
  const language = useLanguage();
  const everywhere = useMessages();
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    let isWanted = true;
    from[language]().then(
      ({ messages }) => isWanted && setLoaded({ language, messages }),
      (error: unknown) => isWanted && setFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [from, language]);

  // The error boundary shows it, as it does when code could not be loaded; what waits for nothing stays.
  if (failure !== undefined && !isEarly) throw failure;
  // The texts of the former language stay until the next ones are loaded.
  if (loaded === undefined && !isEarly) return null;
  const messages = { ...everywhere, ...loaded?.messages };
  return (
    <IntlProvider locale={LOCALES[language]} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
