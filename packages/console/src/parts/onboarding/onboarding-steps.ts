import type { ApplicationSummary, Environment } from '@comporta/contract/applications/application';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { pathTo } from '../../base/paths.ts';

/** A user with more toggles than this needs no guide, but the room for them. */
export const BEGINNERS_TOGGLES = 10;

export const STEPS = ['application', 'toggle', 'key', 'connect', 'on', 'rule'] as const;
export type Step = (typeof STEPS)[number];

export interface Progress {
  readonly applications: readonly ApplicationSummary[];
  readonly toggleCount: number;
  /** Whether a system has sent a request with a key. */
  readonly isSeen: boolean;
  /** Whether a toggle is on for somebody. */
  readonly isOn: boolean;
  /** Whether a rule has decided a response. */
  readonly isServed: boolean;
}

/** Returns the completed steps on the way to the first value that a rule served. */
export function stepsDone(progress: Progress): ReadonlySet<Step> {
  const { applications, toggleCount, isSeen, isOn, isServed } = progress;
  const hasKey = applications.some(({ environments }) => environments.some((one) => one.hasKey));
  const done: Record<Step, boolean> = {
    application: applications.length > 0,
    toggle: toggleCount > 0,
    key: hasKey,
    connect: isSeen,
    on: isOn || isServed,
    rule: isServed,
  };
  return new Set(STEPS.filter((step) => done[step]));
}

/** Whether active rules give somebody another value than the default, as far as is known. */
export function isOnForSomebody(
  { status, outcome }: Pick<ExperimentSummary, 'status' | 'outcome'>,
  defaultValue: string,
): boolean {
  return status === 'ACTIVE' && !(outcome.type === 'EVERYONE' && outcome.value === defaultValue);
}

/** An environment with the application it belongs to. */
export interface EnvironmentWithKey {
  readonly application: ApplicationSummary;
  readonly environment: Environment;
}

/** The places where a system can send requests: every environment that has a key. */
export function placesWithKey(
  applications: readonly ApplicationSummary[],
): readonly EnvironmentWithKey[] {
  return applications.flatMap((application) =>
    application.environments
      .filter(({ hasKey }) => hasKey)
      .map((environment) => ({ application, environment })),
  );
}

/** The place for the next step while no environment has a key. */
export function firstPlace(
  applications: readonly ApplicationSummary[],
): EnvironmentWithKey | undefined {
  const [application] = applications;
  const environment = application?.environments[0];
  return environment && { application, environment };
}

/** The path where a step is done; undefined while an earlier step must come first. */
export function pathOfStep(step: Step, place: EnvironmentWithKey | undefined): string | undefined {
  if (step === 'application') return pathTo('newApplication');
  if (place === undefined) return undefined;
  const { id: appId } = place.application;
  const { id: envId } = place.environment;
  switch (step) {
    case 'toggle':
      return pathTo('newToggle', { appId });
    case 'key':
      return pathTo('newEnvironmentKey', { appId, envId });
    case 'connect':
      return pathTo('dashboard');
    case 'on':
      return pathTo('toggles', { appId });
    case 'rule':
      return pathTo('playground', { appId, envId });
  }
}
