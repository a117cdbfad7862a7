import type { Environment } from '@comporta/contract/applications/application';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { latePart } from '../../base/late-part.ts';
import { unknownTogglesQuery } from '../../data/usage-queries.ts';

const UnknownNames = latePart(async () => (await import('./unknown-names.tsx')).UnknownNames);

interface UnknownTogglesProps {
  readonly appId: string;
  readonly environments: readonly Environment[];
}

/** The names that programs ask for and no toggle has; nothing where there are none. */
export function UnknownToggles({ appId, environments }: UnknownTogglesProps) {
  const { data: unknown = [] } = useQuery(unknownTogglesQuery(appId));
  if (unknown.length === 0) return null;
  return (
    <Suspense>
      <UnknownNames appId={appId} environments={environments} unknown={unknown} />
    </Suspense>
  );
}
