import type { ApplicationSummary, Environment } from '@comporta/contract/applications/application';
import { isProduction } from '@comporta/contract/applications/production';
import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { User } from '@comporta/contract/users/user';

/** A pause of at least this length looks forgotten. */
export const FORGOTTEN_AFTER_DAYS = 30;
/** An invitation that is older than this looks overlooked. */
export const OVERLOOKED_AFTER_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last moment at which a pause counts as forgotten. */
export function forgottenBefore(now: Date): string {
  return new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY_MS).toISOString();
}

/** Experiments that are paused, and whose last pause was long ago. */
export function forgottenPauses(
  pausedLongAgo: readonly AuditEntry[],
  pausedSince: readonly AuditEntry[],
  experiments: readonly Pick<ExperimentSummary, 'id' | 'status'>[],
): readonly AuditEntry[] {
  const paused = new Set(
    experiments.filter(({ status }) => status === 'PAUSED').map(({ id }) => id),
  );
  for (const { entity } of pausedSince) paused.delete(entity.id);
  const seen = new Set<string>();
  return pausedLongAgo.filter(({ entity: { id } }) => {
    const isFirst = !seen.has(id);
    seen.add(id);
    return isFirst && paused.has(id);
  });
}

/** An environment with the application it belongs to. */
export interface PlacedEnvironment {
  readonly application: ApplicationSummary;
  readonly environment: Environment;
}

/** Environments with real users but without a key: no system can send requests there. */
export function productionWithoutKey(
  applications: readonly ApplicationSummary[],
): readonly PlacedEnvironment[] {
  return applications.flatMap((application) =>
    application.environments
      .filter((environment) => isProduction(environment) && !environment.hasKey)
      .map((environment) => ({ application, environment })),
  );
}

/** Users who were invited long ago and have not logged in yet. */
export function overlookedInvitations<Row extends Pick<User, 'invited' | 'invitedAt'>>(
  users: readonly Row[],
  now: Date,
): readonly Row[] {
  const limit = now.getTime() - OVERLOOKED_AFTER_DAYS * DAY_MS;
  return users.filter(
    ({ invited, invitedAt }) => invited && invitedAt !== null && Date.parse(invitedAt) < limit,
  );
}

/** The day one week ago. */
export function weekAgo(now: Date): string {
  return new Date(now.getTime() - 7 * DAY_MS).toISOString().slice(0, 10);
}
