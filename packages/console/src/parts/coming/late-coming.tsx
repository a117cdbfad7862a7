import { lazy, Suspense } from 'react';
import { TextsOfRequests } from '../../base/texts/texts-of-requests.tsx';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import type { ComingProps } from './coming.tsx';

const Coming = lazy(async () => ({ default: (await import('./coming.tsx')).Coming }));
const ComingShort = lazy(async () => ({
  default: (await import('./coming-short.tsx')).ComingShort,
}));

interface LateComingProps extends ComingProps {
  /** Whether there is room for few words only. */
  readonly isNarrow?: boolean;
}

/** What is to come for an experiment; its code is loaded only where change requests are open. */
export function LateComing({ isNarrow = false, ...props }: LateComingProps) {
  const { application } = useCurrentEnvironment();
  if (!application?.openRequests) return null;
  return (
    <Suspense>
      <TextsOfRequests>
        {isNarrow ? <ComingShort {...props} /> : <Coming {...props} />}
      </TextsOfRequests>
    </Suspense>
  );
}
