import type { ReactNode } from 'react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/policies-en'),
  pt: () => import('@comporta/messages/policies-pt'),
};

/** Provides the texts of policies and freezes, which most screens do not load. */
export function TextsOfPolicies({ children }: { readonly children: ReactNode }) {
  return <TextsLoaded from={CATALOGUES}>{children}</TextsLoaded>;
}
