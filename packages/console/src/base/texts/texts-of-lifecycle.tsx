import type { ReactNode } from 'react';
import { useMessages } from 'use-intl/react';
import { type Catalogues, TextsLoaded } from './texts-loaded.tsx';

const CATALOGUES: Catalogues = {
  en: () => import('@comporta/messages/lifecycle-en'),
  pt: () => import('@comporta/messages/lifecycle-pt'),
};

/** Provides the texts about the lifecycle of toggles, for which no list waits (`isEarly`). */
export function TextsOfLifecycle(props: {
  readonly isEarly?: boolean;
  readonly children: ReactNode;
}) {
  return <TextsLoaded from={CATALOGUES} {...props} />;
}

/** Whether the texts are there already. */
export function useHasLifecycleTexts(): boolean {
  return useMessages().lifecycle !== undefined;
}
