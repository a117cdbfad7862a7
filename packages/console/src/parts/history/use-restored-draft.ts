import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import type { RestoreOffer } from './restore-offer.ts';

/** What a former version says, for a form to be filled with; another object each time that one is asked for. */
export interface Restored<Draft> {
  readonly version: number;
  readonly draft: Draft;
  /** The same for all forms that it fills. */
  readonly offer: RestoreOffer;
}

interface RestorableForm<Draft> {
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly edit: (change: Partial<Draft>) => void;
}

/** Fills a form with a former version; nothing is saved by it, and until something is it can be undone. */
export function useRestoredDraft<Draft>(
  { draft, isChanged, edit }: RestorableForm<Draft>,
  restored: Restored<Draft> | undefined,
): void {
  const t = useTranslations('versions');
  const wasChanged = useRef(false);
  const leave = useRef<() => void>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version that is asked for.
  useEffect(() => {
    if (restored === undefined) return;
    edit(restored.draft);
    const text = t('restored', { version: restored.version });
    leave.current = restored.offer.join(text, () => edit(draft));
    return leave.current;
  }, [restored]);

  useEffect(() => {
    if (wasChanged.current && !isChanged) leave.current?.();
    wasChanged.current = isChanged;
  }, [isChanged]);
}
