import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { usePlace } from '../../applications/application-queries.ts';
import { Page } from '../../base/page.tsx';
import { Loaded, type Pending } from '../../ui/list/loaded.tsx';
import { type ExperimentKey, experimentQuery, type Place } from '../experiment-queries.ts';
import type { Surroundings } from '../surroundings.ts';
import { useSurroundings } from '../use-surroundings.ts';
import { ExperimentEditor } from './experiment-editor.tsx';

export function ExperimentEditorPage() {
  const { appId = '', envId = '', id = '' } = useParams();
  const surroundings = useSurroundings({ appId, envId });
  return id === 'new' ? (
    <NewExperiment key={envId} place={{ appId, envId }} surroundings={surroundings} />
  ) : (
    <SavedExperiment
      key={`${envId} ${id}`}
      experimentKey={{ appId, envId, id }}
      surroundings={surroundings}
    />
  );
}

interface NewExperimentProps {
  readonly place: Place;
  readonly surroundings: Pending<Surroundings>;
}

/** `?toggleId=` chooses the toggle, as long as it is free. */
function NewExperiment({ place, surroundings }: NewExperimentProps) {
  const t = useTranslations('experiment');
  const environment = usePlace().environment?.name ?? '';
  const wanted = useSearchParams()[0].get('toggleId') ?? '';
  return (
    <Page title={t('titleNew', { environment })}>
      <Loaded query={surroundings}>
        {(loaded) => (
          <ExperimentEditor
            place={place}
            surroundings={loaded}
            preselected={loaded.experiments.has(wanted) ? undefined : loaded.toggles.get(wanted)}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface SavedExperimentProps {
  readonly experimentKey: ExperimentKey;
  readonly surroundings: Pending<Surroundings>;
}

function SavedExperiment({ experimentKey, surroundings }: SavedExperimentProps) {
  const t = useTranslations('experiment');
  const environment = usePlace().environment?.name ?? '';
  const { appId, envId, id } = experimentKey;
  const experiment = useQuery(experimentQuery(experimentKey));
  const listed = [...(surroundings.data?.experiments.values() ?? [])].find((one) => one.id === id);
  const toggle = (experiment.data ?? listed)?.toggleName ?? '…';
  return (
    <Page title={t('titleEdit', { toggle, environment })}>
      <Loaded query={experiment}>
        {(saved) => (
          <Loaded query={surroundings}>
            {(loaded) => (
              <ExperimentEditor place={{ appId, envId }} surroundings={loaded} experiment={saved} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
