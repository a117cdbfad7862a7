import type { ReactNode } from 'react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/lifecycle-en'),
  pt: () => import('@comporta/messages/lifecycle-pt'),
};

/** Provides the texts about the lifecycle of toggles, for which no list waits. */
export function TextsOfLifecycle({ children }: { readonly children: ReactNode }) {
  return <TextsLoaded from={CATALOGUES}>{children}</TextsLoaded>;
}
