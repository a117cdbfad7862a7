import type { ReactNode } from 'react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/uses-en'),
  pt: () => import('@comporta/messages/uses-pt'),
};

/** Provides the texts of what programs ask for, which most screens do not load. */
export function TextsOfUses({ children }: { readonly children: ReactNode }) {
  return <TextsLoaded from={CATALOGUES}>{children}</TextsLoaded>;
}
