import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useTranslations } from 'use-intl/react';
import type { EnvironmentRef } from '../../data/experiment-queries.ts';
import { Drawer } from '../../ui/dialogs/drawer.tsx';
import { HistoryPanel } from '../history/history-panel.tsx';
import type { References } from '../references.ts';
import { TestPanel } from '../test/test-panel.tsx';
import type { ExperimentForm } from './experiment-form.ts';
import type { EditorPanel } from './experiment-toolbar.tsx';
import type { ExperimentEditor as Editor } from './use-experiment-editor.ts';

interface EditorSidePanelProps {
  readonly panel: EditorPanel;
  readonly place: EnvironmentRef;
  readonly editor: Editor;
  readonly experiment: Experiment | undefined;
  readonly toggle: Toggle;
  readonly references: References;
  readonly replace: (rules: ExperimentForm['rules'], text: string) => void;
  readonly onClose: () => void;
  readonly onRestored: () => void;
}

/** The drawer beside the rules: a user to test them with, or their history. */
export function EditorSidePanel(props: EditorSidePanelProps) {
  const { panel, place, editor, experiment, toggle, references } = props;
  const t = useTranslations();
  const { form, check } = editor;
  if (panel === 'test') {
    return (
      <Drawer title={t('experiment.test')} onClose={props.onClose}>
        <TestPanel {...{ place, form, references, check }} />
      </Drawer>
    );
  }
  if (experiment === undefined) return null;
  return (
    <Drawer title={t('experiment.history')} onClose={props.onClose}>
      <HistoryPanel
        {...{ experiment, toggle, form, references }}
        onRestore={({ rules }, version) => {
          props.replace(rules, t('versions.restored', { version }));
          props.onRestored();
        }}
      />
    </Drawer>
  );
}
