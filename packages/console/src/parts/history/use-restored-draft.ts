import { useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { useLocalUndo } from '../../ui/use-local-undo.ts';

/** What a former version says, for a form to be filled with; another object each time that one is asked for. */
export interface Restored<Draft> {
  readonly version: number;
  readonly draft: Draft;
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
  const undo = useLocalUndo();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version that is asked for.
  useEffect(() => {
    if (restored === undefined) return;
    undo.withdraw();
    edit(restored.draft);
    undo.offer({
      text: t('restored', { version: restored.version }),
      undo: () => edit(draft),
    });
  }, [restored]);

  useEffect(() => {
    if (!isChanged) undo.withdraw();
  }, [isChanged, undo]);
}
