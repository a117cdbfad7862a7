import type { ApplicationSummary, Environment } from '@comporta/contract/applications/application';

export const STEPS = ['application', 'toggle', 'key', 'connect', 'see'] as const;
export type Step = (typeof STEPS)[number];

export interface Progress {
  readonly applications: readonly ApplicationSummary[];
  readonly toggleCount: number;
  /** Whether a system has asked with a key. */
  readonly isSeen: boolean;
}

/** What of the way to the first toggle is behind the account. */
export function stepsDone({ applications, toggleCount, isSeen }: Progress): ReadonlySet<Step> {
  const hasKey = applications.some(({ environments }) => environments.some((one) => one.hasKey));
  const done: Record<Step, boolean> = {
    application: applications.length > 0,
    toggle: toggleCount > 0,
    key: hasKey,
    connect: isSeen,
    see: isSeen,
  };
  return new Set(STEPS.filter((step) => done[step]));
}

/** An environment with the application it belongs to. */
export interface EnvironmentWithKey {
  readonly application: ApplicationSummary;
  readonly environment: Environment;
}

/** Where a system may ask already: every environment that has a key. */
export function placesWithKey(
  applications: readonly ApplicationSummary[],
): readonly EnvironmentWithKey[] {
  return applications.flatMap((application) =>
    application.environments
      .filter(({ hasKey }) => hasKey)
      .map((environment) => ({ application, environment })),
  );
}

/** Where the way goes on while no environment has a key. */
export function firstPlace(
  applications: readonly ApplicationSummary[],
): EnvironmentWithKey | undefined {
  const [application] = applications;
  const environment = application?.environments[0];
  return environment && { application, environment };
}
