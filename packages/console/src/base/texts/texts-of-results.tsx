import type { ReactNode } from 'react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/results-en'),
  pt: () => import('@comporta/messages/results-pt'),
};

/** Provides the texts of the results screens, which no other screen loads. Source: RES-78. */
export function TextsOfResults({ children }: { readonly children: ReactNode }) {
  return <TextsLoaded from={CATALOGUES}>{children}</TextsLoaded>;
}
