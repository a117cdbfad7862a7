import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { applicationsQuery } from '../applications/application-queries.ts';
import { useSession } from '../base/session.ts';
import { readStoredText, STORAGE_KEYS, writeStoredText } from '../base/storage.ts';
import { environmentStatusQuery } from '../keys/environment-key-queries.ts';
import { limitsQuery } from '../limits/limit-queries.ts';
import {
  type EnvironmentWithKey,
  firstPlace,
  placesWithKey,
  STEPS,
  type Step,
  stepsDone,
} from './onboarding-steps.ts';

/** Within the five seconds after which a first request should be seen. */
const ASK_AGAIN_MS = 2_000;
/** Whoever has more keys than this has found the way. */
const WATCHED_AT_MOST = 8;

export interface Onboarding {
  readonly done: ReadonlySet<Step>;
  /** Where the way goes on: whose first request is waited for, or came. */
  readonly place: EnvironmentWithKey | undefined;
  readonly dismiss: () => void;
}

/** How far a new account is; undefined when nobody needs to be told, null while that is not known. */
export function useOnboarding(): Onboarding | undefined | null {
  const session = useSession();
  const userName = session?.user_name ?? '';
  const [dismissedBy, setDismissedBy] = useState(() => readStoredText(STORAGE_KEYS.onboarding));
  // Whoever takes the last step here sees that it was the last.
  const [wasNeeded, setWasNeeded] = useState(false);
  const isOffered = session?.is_admin === true && dismissedBy !== userName;
  const { data: applications } = useQuery(applicationsQuery);
  const { data: limits } = useQuery(limitsQuery);

  const withKey = placesWithKey(applications ?? []).slice(0, WATCHED_AT_MOST);
  const statuses = useQueries({
    queries: withKey.map(({ application, environment }) => ({
      ...environmentStatusQuery(application.id, environment.id),
      enabled: isOffered,
      refetchInterval: ({ state }: { state: { data?: EnvironmentStatus | undefined } }) =>
        state.data?.lastSeenAt ? false : ASK_AGAIN_MS,
    })),
  });
  const seenAt = statuses.findIndex(({ data }) => typeof data?.lastSeenAt === 'string');
  const isSeen = seenAt !== -1;

  const toggleCount = limits?.MAX_FEATURE_TOGGLES.currentCount;
  const isKnown = statuses.every(({ data }) => data !== undefined);
  const done =
    isKnown && applications !== undefined && toggleCount !== undefined
      ? stepsDone({ applications, toggleCount, isSeen })
      : undefined;
  const isNeeded = isOffered && done !== undefined && done.size < STEPS.length;
  useEffect(() => {
    if (isNeeded) setWasNeeded(true);
  }, [isNeeded]);

  if (!isOffered) return undefined;
  if (applications === undefined || done === undefined) return null;
  if (!isNeeded && !wasNeeded) return undefined;
  return {
    done,
    place: withKey[Math.max(seenAt, 0)] ?? firstPlace(applications),
    dismiss() {
      writeStoredText(STORAGE_KEYS.onboarding, userName);
      setDismissedBy(userName);
    },
  };
}
