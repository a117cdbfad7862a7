import type { ReactNode } from 'react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/requests-en'),
  pt: () => import('@comporta/messages/requests-pt'),
};

/** Provides the texts of change requests, which most screens do not load. */
export function TextsOfRequests({ children }: { readonly children: ReactNode }) {
  return <TextsLoaded from={CATALOGUES}>{children}</TextsLoaded>;
}
