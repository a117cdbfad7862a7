import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { TextsOfRequests } from '../../base/texts/texts-of-requests.tsx';
import { applicationsQuery } from '../../data/application-queries.ts';
import type { WillHoldProps } from './will-hold-props.ts';

const ExperimentWillHold = lazy(async () => ({
  default: (await import('./experiment-will-hold.tsx')).ExperimentWillHold,
}));

/** Which open requests a save will hold; its code is loaded where some are open. */
export function LateWillHold(props: WillHoldProps) {
  const { data: applications } = useQuery(applicationsQuery);
  const application = applications?.find(({ id }) => id === props.experiment.appId);
  if (!application?.openRequests) return null;
  return (
    <Suspense>
      <TextsOfRequests>
        <ExperimentWillHold {...props} />
      </TextsOfRequests>
    </Suspense>
  );
}
