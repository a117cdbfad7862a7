import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { ConflictDialog } from '../dialogs/conflict-dialog.tsx';
import { Loaded } from '../list/loaded.tsx';
import type { PartsOf } from './difference.ts';
import { DifferenceList } from './difference-list.tsx';
import type { Conflict } from './form-machine.ts';

/** What it takes to tell somebody else's version from one's own. */
export interface Comparison<Draft> {
  /** Loads what is saved now. */
  readonly load: () => Promise<Draft>;
  readonly describe: (draft: Draft) => PartsOf<Draft>;
}

interface FormConflictProps<Draft> {
  readonly conflict: Conflict;
  readonly comparison: Comparison<Draft>;
  /** What both started from; */
  readonly saved: Draft;
  /** and what was made of it here. */
  readonly draft: Draft;
  readonly onOverwrite: () => void;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

/** Somebody else saved what a form is about: both sides of it, and whose stays. */
export function FormConflict<Draft>(props: FormConflictProps<Draft>) {
  const { conflict, comparison, saved, draft, ...choices } = props;
  const t = useTranslations('dialog.conflict');
  // Not in the cache of the screen: what was loaded there is what was changed here.
  const current = useQuery({
    queryKey: ['conflict', useId(), conflict.version],
    queryFn: comparison.load,
    gcTime: 0,
  });
  const before = comparison.describe(saved);
  return (
    <ConflictDialog conflict={conflict} {...choices}>
      <h3>{t('theirs', { name: conflict.savedBy })}</h3>
      <Loaded query={current} rows={2}>
        {(theirs) => <DifferenceList before={before} after={comparison.describe(theirs)} />}
      </Loaded>
      <h3>{t('mine')}</h3>
      <DifferenceList before={before} after={comparison.describe(draft)} />
    </ConflictDialog>
  );
}
