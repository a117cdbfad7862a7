import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { ConflictDialog } from '../dialogs/conflict-dialog.tsx';
import { Loaded } from '../list/loaded.tsx';
import type { PartsOf } from './difference.ts';
import { DifferenceList } from './difference-list.tsx';
import type { Conflict } from './form-machine.ts';

/** The functions to compare somebody else's version with the edits. */
export interface Comparison<Draft> {
  /** Loads the version that is saved now. */
  readonly load: () => Promise<Draft>;
  readonly describe: (draft: Draft) => PartsOf<Draft>;
}

interface FormConflictProps<Draft> {
  readonly conflict: Conflict;
  readonly comparison: Comparison<Draft>;
  /** The version that both edits started from. */
  readonly saved: Draft;
  /** The edits made here. */
  readonly draft: Draft;
  /** Called with what is overwritten, or undefined while it is not loaded. */
  readonly onOverwrite: (theirs: Draft | undefined) => void;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

/** Shown when somebody else saved the same thing: compares both versions and asks which one to keep. */
export function FormConflict<Draft>(props: FormConflictProps<Draft>) {
  const { conflict, comparison, saved, draft, onOverwrite, ...choices } = props;
  const t = useTranslations('dialog.conflict');
  // Not in the cache of the screen, which must keep the version that the edits started from.
  const current = useQuery({
    queryKey: ['conflict', useId(), conflict.version],
    queryFn: comparison.load,
    gcTime: 0,
  });
  const before = comparison.describe(saved);
  return (
    <ConflictDialog conflict={conflict} onOverwrite={() => onOverwrite(current.data)} {...choices}>
      <h3>{t('theirs', { name: conflict.savedBy })}</h3>
      <Loaded query={current} rows={2}>
        {(theirs) => <DifferenceList before={before} after={comparison.describe(theirs)} />}
      </Loaded>
      <h3>{t('mine')}</h3>
      <DifferenceList before={before} after={comparison.describe(draft)} />
    </ConflictDialog>
  );
}
