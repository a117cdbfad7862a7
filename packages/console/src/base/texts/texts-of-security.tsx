import type { ReactNode } from 'react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/security-en'),
  pt: () => import('@comporta/messages/security-pt'),
};

/** Provides the texts about how people log in, which most screens do not load. */
export function TextsOfSecurity({ children }: { readonly children: ReactNode }) {
  return <TextsLoaded from={CATALOGUES}>{children}</TextsLoaded>;
}
