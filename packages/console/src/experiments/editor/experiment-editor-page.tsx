import type { Experiment } from '@comporta/contract/experiments/experiment';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../../base/page.tsx';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import {
  type EnvironmentRef,
  type ExperimentKey,
  experimentQuery,
} from '../../data/experiment-queries.ts';
import { ExperimentTabs } from '../../parts/experiment/experiment-tabs.tsx';
import { NextStep } from '../../parts/onboarding/next-step.tsx';
import { Loaded, type Pending } from '../../ui/list/loaded.tsx';
import type { References } from '../references.ts';
import { useReferences } from '../use-references.ts';
import { ExperimentEditor } from './experiment-editor.tsx';

export function ExperimentEditorPage() {
  const { appId = '', envId = '', id = '' } = useParams();
  const references = useReferences({ appId, envId });
  return id === 'new' ? (
    <NewExperiment key={envId} place={{ appId, envId }} references={references} />
  ) : (
    <SavedExperiment
      key={`${envId} ${id}`}
      experimentKey={{ appId, envId, id }}
      references={references}
    />
  );
}

interface NewExperimentProps {
  readonly place: EnvironmentRef;
  readonly references: Pending<References>;
}

/** `?toggleId=` preselects the toggle, if it has no experiment yet. */
function NewExperiment({ place, references }: NewExperimentProps) {
  const t = useTranslations('experiment');
  const environment = useCurrentEnvironment().environment?.name ?? '';
  const wanted = useSearchParams()[0].get('toggleId') ?? '';
  return (
    <Page title={t('titleNew', { environment })} width="rules" help="rules">
      <NextStep />
      <Loaded query={references}>
        {(loaded) => (
          <ExperimentEditor
            place={place}
            references={loaded}
            preselected={loaded.experiments.has(wanted) ? undefined : loaded.toggles.get(wanted)}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface SavedExperimentProps {
  readonly experimentKey: ExperimentKey;
  readonly references: Pending<References>;
}

function SavedExperiment({ experimentKey, references }: SavedExperimentProps) {
  const t = useTranslations('experiment');
  const environment = useCurrentEnvironment().environment?.name ?? '';
  const { appId, envId, id } = experimentKey;
  const experiment = useQuery(experimentQuery(experimentKey));
  const listed = [...(references.data?.experiments.values() ?? [])].find((one) => one.id === id);
  const toggle = (experiment.data ?? listed)?.toggleName;
  const source = useCopiedSource(appId);
  return (
    <Page
      title={t('titleEdit', { toggle: toggle ?? '…', environment })}
      item={toggle}
      width="rules"
      help="rules"
    >
      <NextStep />
      <ExperimentTabs {...experimentKey} />
      <Loaded query={experiment}>
        {(saved) => (
          <Loaded query={references}>
            {(loaded) => (
              <ExperimentEditor
                place={{ appId, envId }}
                references={loaded}
                experiment={saved}
                copied={source}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

/** The experiment of another environment whose rules the user copied here, once it is loaded. */
function useCopiedSource(appId: string): Experiment | undefined {
  const { state } = useLocation();
  const { envId, id } = copiedIn(state);
  const key = { appId, envId: envId ?? '', id: id ?? '' };
  return useQuery({ ...experimentQuery(key), enabled: id !== undefined }).data;
}

function copiedIn(state: unknown): Partial<Pick<ExperimentKey, 'envId' | 'id'>> {
  const { copied } = Object(state);
  return Object(copied);
}
