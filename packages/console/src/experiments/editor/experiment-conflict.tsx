import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import {
  type ExperimentKey,
  experimentQuery,
  fetchExperiment,
} from '../../data/experiment-queries.ts';
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx';
import type { Conflict } from '../../ui/forms/form-machine.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import { ChangeList } from '../changes/change-list.tsx';
import { withKeysOf } from '../changes/experiment-changes.ts';
import type { References } from '../references.ts';
import type { RuledToggle } from '../rule/edited-rule.ts';
import styles from './experiment-conflict.module.css';
import { type ExperimentForm, formOf } from './experiment-form.ts';
import type { ExperimentEditor } from './use-experiment-editor.ts';

interface ExperimentConflictProps {
  readonly experimentKey: ExperimentKey;
  readonly conflict: Conflict;
  readonly editor: ExperimentEditor;
  readonly toggle: RuledToggle;
  readonly references: References;
  /** Called with the rules that are overwritten, or undefined while they are not loaded. */
  readonly onOverwrite: (theirs: ExperimentForm | undefined) => void;
}

/**
 * Shown when somebody else saved other rules in the meantime: compares both versions and asks which one to
 * keep.
 */
export function ExperimentConflict(props: ExperimentConflictProps) {
  const { experimentKey, conflict, editor, toggle, references, onOverwrite } = props;
  const t = useTranslations('dialog.conflict');
  const client = useQueryClient();
  const current = useQuery({
    queryKey: [...experimentQuery(experimentKey).queryKey, conflict.version],
    queryFn: () => fetchExperiment(experimentKey),
  });

  function reload() {
    if (current.data === undefined) return;
    client.setQueryData(experimentQuery(experimentKey).queryKey, current.data);
    editor.load(current.data);
  }

  return (
    <ConflictDialog
      conflict={conflict}
      onOverwrite={() => onOverwrite(current.data && formOf(current.data, toggle))}
      onReload={reload}
      onClose={editor.dismissConflict}
    >
      <Loaded query={current} rows={2}>
        {(experiment) => (
          <>
            <h3 className={styles.heading}>{t('theirs', { name: conflict.savedBy })}</h3>
            <Theirs
              theirs={formOf(experiment, toggle)}
              saved={editor.saved}
              references={references}
            />
          </>
        )}
      </Loaded>
      <h3 className={styles.heading}>{t('mine')}</h3>
      <ChangeList before={editor.saved} after={editor.form} references={references} />
    </ConflictDialog>
  );
}

interface TheirsProps {
  readonly theirs: ExperimentForm;
  readonly saved: ExperimentForm;
  readonly references: References;
}

function Theirs({ theirs, saved, references }: TheirsProps) {
  const after = useMemo(() => withKeysOf(theirs, saved), [theirs, saved]);
  return <ChangeList before={saved} after={after} references={references} />;
}
