import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import { Loaded } from '../../ui/list/loaded.tsx';
import { ChangeList } from '../changes/change-list.tsx';
import { withKeysOf } from '../changes/experiment-changes.ts';
import { type ExperimentForm, formOf, isSame } from '../editor/experiment-form.ts';
import { experimentVersionQuery } from '../experiment-queries.ts';
import type { References } from '../references.ts';
import { goneValues } from './gone-values.ts';
import styles from './history-panel.module.css';

interface VersionViewProps {
  readonly version: number;
  readonly experiment: Experiment;
  readonly toggle: Toggle;
  readonly form: ExperimentForm;
  readonly references: References;
  readonly onRestore: (form: ExperimentForm, version: number) => void;
}

/** What a former save would change of the rules as they are, and what it needs that is no more. */
export function VersionView(props: VersionViewProps) {
  const { version, experiment, toggle, form, references, onRestore } = props;
  const t = useTranslations('experiment.history');
  const loaded = useQuery(experimentVersionQuery(experiment, version));
  const { data } = loaded;
  const restored = useMemo(
    () => data && withKeysOf(formOf(data.body, toggle), form),
    [data, toggle, form],
  );
  return (
    <div className={styles.view}>
      <Loaded query={loaded} rows={2}>
        {({ body, missing }) => {
          const gone = [
            ...missing.map(({ type, id, name }) => t(`gone.${type}`, { name: name ?? id })),
            ...goneValues(body.rules, toggle.values).map((value) =>
              t('gone.value', { name: shownValue(value) }),
            ),
          ];
          return (
            <>
              {restored && <ChangeList before={form} after={restored} references={references} />}
              {gone.length > 0 && (
                <div className={styles.gone}>
                  <p>{t('gone.title')}</p>
                  <ul>
                    {gone.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                </div>
              )}
              {restored && !isSame(restored, form) && (
                <div>
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={() => onRestore(restored, version)}
                  >
                    {t('restore')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
