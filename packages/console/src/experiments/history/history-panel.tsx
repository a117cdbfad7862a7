import type { Experiment } from '@comporta/contract/experiments/experiment';
import { returnedValues } from '@comporta/contract/experiments/returned-values';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { experimentVersionQuery, experimentVersionsQuery } from '../../data/experiment-queries.ts';
import { VersionList } from '../../parts/history/version-list.tsx';
import { VersionView } from '../../parts/history/version-view.tsx';
import { ChangeList } from '../changes/change-list.tsx';
import { withKeysOf } from '../changes/experiment-changes.ts';
import { type ExperimentForm, formOf, isSame } from '../editor/experiment-form.ts';
import type { References } from '../references.ts';

interface HistoryPanelProps {
  readonly experiment: Experiment;
  readonly toggle: Toggle;
  /** The current rules in the editor. */
  readonly form: ExperimentForm;
  readonly references: References;
  readonly onRestore: (form: ExperimentForm, version: number) => void;
}

/** Every kept version of the rules, what each would change in the editor, and a button to restore it. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { experiment } = props;
  const versions = useQuery(experimentVersionsQuery(experiment));
  return (
    <VersionList versions={versions} current={experiment.version}>
      {(version) => <ExperimentVersion {...props} version={version} />}
    </VersionList>
  );
}

function ExperimentVersion(props: HistoryPanelProps & { readonly version: number }) {
  const { version, experiment, toggle, form, references, onRestore } = props;
  const t = useTranslations('versions.gone');
  const saved = useQuery(experimentVersionQuery(experiment, version));
  return (
    <VersionView saved={saved}>
      {(body) => {
        const restored = withKeysOf(formOf(body, toggle), form);
        return {
          changes: <ChangeList before={form} after={restored} references={references} />,
          gone: returnedValues(body.rules)
            .filter((value) => !toggle.values.includes(value))
            .map((value) => t('value', { name: shownValue(value) })),
          onRestore: isSame(restored, form) ? undefined : () => onRestore(restored, version),
        };
      }}
    </VersionView>
  );
}
