import type { KeyUse, KindOfKey } from '@comporta/contract/keys/environment-key-api';
import { useQuery } from '@tanstack/react-query';
import { environmentStatusQuery } from '../data/environment-key-queries.ts';

/** The present key of a kind and, until its end, the one before it. */
export function useKeys(
  { appId, envId }: { readonly appId: string; readonly envId: string },
  kind: KindOfKey,
): { readonly present: KeyUse | undefined; readonly former: KeyUse | undefined } {
  const { data: status } = useQuery(environmentStatusQuery(appId, envId));
  const ofKind = (status?.keys ?? []).filter((key) => key.kind === kind);
  return {
    present: ofKind.find(({ isFormer }) => !isFormer),
    former: ofKind.find(
      ({ isFormer, endsAt }) => isFormer && Date.parse(endsAt ?? '') > Date.now(),
    ),
  };
}
