import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import type { RestoreOffer } from './restore-offer.ts';

/** The content of a former version, to fill a form with; a new object for each request. */
export interface Restored<Draft> {
  readonly version: number;
  readonly draft: Draft;
  /** The same object for all forms that the version fills. */
  readonly offer: RestoreOffer;
}

interface RestorableForm<Draft> {
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly edit: (change: Partial<Draft>) => void;
}

/** Fills a form with a former version without saving it. The user can undo that until the next save. */
export function useRestoredDraft<Draft>(
  { draft, isChanged, edit }: RestorableForm<Draft>,
  restored: Restored<NoInfer<Partial<Draft>>> | undefined,
): void {
  const t = useTranslations('versions');
  const wasChanged = useRef(false);
  const leave = useRef<() => void>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each restored version.
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
