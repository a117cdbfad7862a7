import type { Experiment } from '@comporta/contract/experiments/experiment';
import { IconCopyPlus, IconFlask, IconHistory, IconUsersGroup } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { SavedWhen } from '../../parts/history/saved-when.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { Button } from '../../ui/controls/button.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import type { References } from '../references.ts';
import { StatusButton } from '../status-button.tsx';
import { useStatusChange } from '../use-status-change.tsx';
import styles from './experiment-toolbar.module.css';

/** The content of the drawer beside the rules. */
export type EditorPanel = 'test' | 'history';

interface ExperimentToolbarProps {
  /** Absent for an experiment that is not created yet: it has no status and cannot be cloned. */
  readonly experiment: Experiment | undefined;
  readonly references: References;
  /** Whether there are rules to test. */
  readonly canTest: boolean;
  readonly panel: EditorPanel | undefined;
  readonly onShow: (panel: EditorPanel) => void;
  readonly onClone: () => void;
  /** Absent while there are unsaved edits, which a roll-out would not know. */
  readonly onRollOut: (() => void) | undefined;
}

/** The actions on the experiment as a whole, apart from editing it. */
export function ExperimentToolbar(props: ExperimentToolbarProps) {
  const { experiment, references, canTest, panel, onShow, onClone, onRollOut } = props;
  const t = useTranslations('experiment');
  const { environment, experiments, toggles } = references;
  const isReadOnly = useIsReadOnly();
  const mayEdit = useMayEdit();
  const { application } = useCurrentEnvironment();
  const mayClone = application?.environments.some(
    ({ id }) => id !== experiment?.envId && mayEdit(id),
  );
  const defaultValueOf = (toggleId: string) => toggles.get(toggleId)?.defaultValue ?? '';
  const statusChange = useStatusChange({
    environment,
    experiments: [...experiments.values()],
    defaultValueOf,
  });

  return (
    <div className={styles.toolbar}>
      {experiment !== undefined && (
        <>
          <StatusBadge status={experiment.status} />
          {experiment.status !== 'ACTIVE' && (
            <span className={styles.paused}>
              {t('paused', { value: defaultValueOf(experiment.toggleId) })}
            </span>
          )}
          <SavedWhen save={experiment.lastChanged} />
          <StatusButton
            experiment={experiment}
            isBusy={statusChange.isBusy(experiment)}
            onPress={() => statusChange.change(experiment)}
          />
          {!isReadOnly && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconUsersGroup size={14} />}
              disabled={onRollOut === undefined}
              title={onRollOut === undefined ? t('rollOutUnsaved') : undefined}
              onClick={onRollOut}
            >
              {t('rollOut')}
            </Button>
          )}
          {mayClone && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconCopyPlus size={14} />}
              onClick={onClone}
            >
              {t('clone.button')}
            </Button>
          )}
        </>
      )}
      {canTest && (
        <Button
          className={styles.test}
          variant="default"
          size="compact-sm"
          leftSection={<IconFlask size={14} />}
          aria-expanded={panel === 'test'}
          onClick={() => onShow('test')}
        >
          {t('test')}
        </Button>
      )}
      {experiment !== undefined && canTest && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconHistory size={14} />}
          aria-expanded={panel === 'history'}
          onClick={() => onShow('history')}
        >
          {t('history')}
        </Button>
      )}
      {statusChange.dialogs}
    </div>
  );
}
