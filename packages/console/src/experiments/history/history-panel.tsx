import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Loaded } from '../../ui/list/loaded.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { experimentVersionsQuery } from '../experiment-queries.ts';
import type { References } from '../references.ts';
import styles from './history-panel.module.css';
import { VersionView } from './version-view.tsx';

interface HistoryPanelProps {
  readonly experiment: Experiment;
  readonly toggle: Toggle;
  /** As the rules are now. */
  readonly form: ExperimentForm;
  readonly references: References;
  readonly onRestore: (form: ExperimentForm, version: number) => void;
}

/** Every save of the rules that is kept, what each would change of what is here, and the way back to it. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { experiment } = props;
  const t = useTranslations('experiment.history');
  const versions = useQuery(experimentVersionsQuery(experiment));
  const [openVersion, setOpen] = useState<number>();
  return (
    <Loaded query={versions} rows={4}>
      {(saves) => (
        <ol className={styles.versions} aria-label={t('versions')}>
          {saves.map(({ version, at, by }) => {
            const isOpen = version === openVersion;
            return (
              <li key={version}>
                <button
                  type="button"
                  className={styles.version}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : version)}
                >
                  <span>
                    {version === experiment.version ? t('current') : t('version', { version })}
                  </span>
                  <span className={styles.when}>
                    <TimeAgo at={at} /> {t('by', { name: by.name })}
                  </span>
                </button>
                {isOpen && <VersionView {...props} version={version} />}
              </li>
            );
          })}
        </ol>
      )}
    </Loaded>
  );
}
