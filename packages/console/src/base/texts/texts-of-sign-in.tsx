import type { ReactNode } from 'react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/sign-in-en'),
  pt: () => import('@comporta/messages/sign-in-pt'),
};

/** Provides the texts of how users come in, which most screens do not load. */
export function TextsOfSignIn({ children }: { readonly children: ReactNode }) {
  return <TextsLoaded from={CATALOGUES}>{children}</TextsLoaded>;
}
