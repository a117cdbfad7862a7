import { lazy, Suspense } from 'react';
import { TextsOfRequests } from '../../base/texts/texts-of-requests.tsx';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import type { ComingProps } from './coming.tsx';

const Coming = lazy(async () => ({ default: (await import('./coming.tsx')).Coming }));

/** What is to come for an experiment; its code is loaded only where change requests are open. */
export function LateComing(props: ComingProps) {
  const { application } = useCurrentEnvironment();
  if (!application?.openRequests) return null;
  return (
    <Suspense>
      <TextsOfRequests>
        <Coming {...props} />
      </TextsOfRequests>
    </Suspense>
  );
}
