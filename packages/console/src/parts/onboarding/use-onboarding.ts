import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isNotFound } from '../../api/api-error.ts';
import { applicationsQuery } from '../../data/application-queries.ts';
import { environmentStatusQuery } from '../../data/environment-key-queries.ts';
import { experimentSummariesQuery } from '../../data/experiment-queries.ts';
import { limitsQuery } from '../../data/limit-queries.ts';
import { BESIDE } from '../../data/query-client.ts';
import { useSession } from '../../data/stored/session.ts';
import { readStoredText, STORAGE_KEYS, writeStoredText } from '../../data/stored/storage.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import {
  BEGINNERS_TOGGLES,
  type EnvironmentWithKey,
  firstPlace,
  isOnForSomebody,
  placesWithKey,
  STEPS,
  type Step,
  stepsDone,
} from './onboarding-steps.ts';

/** Short enough to show a first request within five seconds. */
const ASK_AGAIN_MS = 2_000;
/** A user with more keys than this needs no guide. */
const WATCHED_AT_MOST = 8;

interface StatusState {
  readonly data?: EnvironmentStatus | undefined;
  readonly error: Error | null;
}

export interface Onboarding {
  readonly done: ReadonlySet<Step>;
  /** The next step; undefined when all are done. */
  readonly next: Step | undefined;
  /** The place of the next step: the environment whose first request is awaited, or has arrived. */
  readonly place: EnvironmentWithKey | undefined;
  readonly dismiss: () => void;
}

/**
 * The progress of a new account; undefined when the user needs no guide, null while that is not known. Once a
 * rule has served a value, this browser stops asking. Source: CDW-55.
 */
export function useOnboarding(): Onboarding | undefined | null {
  const client = useQueryClient();
  const session = useSession();
  const userName = session?.user_name ?? '';
  const [dismissedBy, setDismissedBy] = useState(() => readStoredText(STORAGE_KEYS.onboarding));
  // A user who completes the last step here still sees that it is complete.
  const [wasNeeded, setWasNeeded] = useState(false);
  const mayNeed = session?.is_admin === true && dismissedBy !== userName;
  // The screens that show this have fetched the limits already, to decide whether to show it.
  const { data: limits } = useQuery({ ...limitsQuery, enabled: mayNeed, refetchOnMount: false });
  const toggleCount = limits?.MAX_FEATURE_TOGGLES.currentCount;
  const isOffered = mayNeed && (toggleCount ?? 0) <= BEGINNERS_TOGGLES;
  const { data: applications } = useQuery({ ...applicationsQuery, enabled: isOffered });

  const withKey = placesWithKey(applications ?? []).slice(0, WATCHED_AT_MOST);
  const statuses = useQueries({
    queries: withKey.map(({ application, environment }) => ({
      ...environmentStatusQuery(application.id, environment.id),
      enabled: isOffered,
      refetchInterval: ({ state: { data, error } }: { state: StatusState }) =>
        data?.ruleServedAt || isNotFound(error) ? false : ASK_AGAIN_MS,
    })),
  });
  // Somebody has deleted an environment since the list was fetched.
  const isOutdated = statuses.some(({ error }) => isNotFound(error));
  useEffect(() => {
    const { queryKey } = applicationsQuery;
    if (isOutdated) void client.invalidateQueries({ queryKey, exact: true });
  }, [isOutdated, client]);
  const servedAt = statuses.findIndex(({ data }) => typeof data?.ruleServedAt === 'string');
  const seenAt = statuses.findIndex(({ data }) => typeof data?.lastSeenAt === 'string');
  const placeAt = servedAt === -1 ? Math.max(seenAt, 0) : servedAt;
  const place = withKey[placeAt] ?? firstPlace(applications ?? []);
  // This loads all toggles of an application, which may be thousands, so it waits until the step is next.
  const isOn = useIsOn(isOffered && seenAt !== -1 ? place : undefined);

  const isKnown = statuses.every(({ data, error }) => data !== undefined || isNotFound(error));
  const isServed = servedAt !== -1;
  const done =
    isKnown && applications !== undefined && toggleCount !== undefined
      ? stepsDone({ applications, toggleCount, isSeen: seenAt !== -1, isOn, isServed })
      : undefined;
  const next = STEPS.find((step) => done?.has(step) === false);
  const isNeeded = isOffered && next !== undefined;
  useEffect(() => {
    if (isNeeded) setWasNeeded(true);
    if (isServed && userName !== '') writeStoredText(STORAGE_KEYS.onboarding, userName);
  }, [isNeeded, isServed, userName]);

  if (!isOffered) return undefined;
  if (done === undefined) return null;
  if (!isNeeded && !wasNeeded) return undefined;
  return {
    done,
    next,
    place,
    dismiss() {
      writeStoredText(STORAGE_KEYS.onboarding, userName);
      setDismissedBy(userName);
    },
  };
}

/** What the screen has just loaded is not asked for again. */
const SAME_SCREEN_MS = 10_000;

/** Whether a toggle of the application is on for somebody in the environment of the first steps. */
function useIsOn(place: EnvironmentWithKey | undefined): boolean {
  const appId = place?.application.id ?? '';
  const enabled = place !== undefined;
  const options = { meta: BESIDE, enabled, staleTime: SAME_SCREEN_MS };
  const { data: toggles = [] } = useQuery({ ...togglesQuery(appId), ...options });
  const { data: summaries = [] } = useQuery({ ...experimentSummariesQuery(appId), ...options });
  const defaults = new Map(toggles.map(({ id, defaultValue }) => [id, defaultValue]));
  return summaries.some(
    (summary) =>
      summary.envId === place?.environment.id &&
      isOnForSomebody(summary, defaults.get(summary.toggleId) ?? ''),
  );
}
