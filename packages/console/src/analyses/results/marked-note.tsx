import type { Analysis } from '@comporta/contract/analyses/analysis';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Notice } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';

const PhaseDialog = lazy(async () => ({
  default: (await import('../actions/phase-dialog.tsx')).PhaseDialog,
}));

interface MarkedNoteProps {
  readonly analysis: Analysis;
  /** How many users had another value in an earlier phase. */
  readonly count: number;
}

/** Says that users remember another value, and offers the phase that leaves them out. Source: RES-102, RES-103. */
export function MarkedNote({ analysis, count }: MarkedNoteProps) {
  const t = useTranslations('results');
  const [isAsking, setAsking] = useState(false);
  return (
    <Notice>
      {t('marked', { count })}{' '}
      {analysis.state === 'RUNNING' && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
          {t('markedNewPhase')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <PhaseDialog analysis={analysis} newUsersOnly onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Notice>
  );
}
