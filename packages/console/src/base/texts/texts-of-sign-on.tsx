import type { ReactNode } from 'react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/sign-on-en'),
  pt: () => import('@comporta/messages/sign-on-pt'),
};

/** Provides the texts of providers, which most screens do not load. */
export function TextsOfSignOn({ children }: { readonly children: ReactNode }) {
  return <TextsLoaded from={CATALOGUES}>{children}</TextsLoaded>;
}
