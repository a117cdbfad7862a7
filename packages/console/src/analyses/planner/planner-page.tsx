import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../../base/page.tsx';
import { TextsOfResults } from '../../base/texts/texts-of-results.tsx';
import { Loaded } from '../../ui/list/loaded.tsx';
import { Planner } from './planner.tsx';
import { usePlannedThings } from './use-planned-things.ts';

/** Plans what to measure, and shows what that takes. Source: RES-74. */
export function PlannerPage() {
  return (
    <TextsOfResults>
      <PlannerScreen />
    </TextsOfResults>
  );
}

function PlannerScreen() {
  const t = useTranslations('planner');
  const { appId = '', envId = '', id = '' } = useParams();
  const things = usePlannedThings({ appId, envId, id });
  return (
    <Page title={t('title')} item={things.data?.experiment.toggleName} width="form" help="results">
      <Loaded query={things}>{(loaded) => <Planner key={id} things={loaded} />}</Loaded>
    </Page>
  );
}
