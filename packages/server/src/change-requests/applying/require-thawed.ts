import { Rejection } from '../../platform/base/rejection.ts';
import { readEnvironments, type StoredRequest } from '../change-request-repository.ts';
import type { Applying } from '../requests.ts';

/** Nobody goes ahead of a freeze but an administrator who says why. Source: SAF-29. */
export function requireThawed(
  { application, environments }: Pick<Applying, 'application' | 'environments'>,
  askedIds: readonly string[] = [],
  place: { readonly at?: readonly string[] } = {},
): void {
  const frozen = environments.filter((one) => one.freeze && askedIds.includes(one.id));
  if (frozen.length === 0 || application.bypass) return;
  const named = frozen.map(({ id, name }) => ({ id, name }));
  throw new Rejection('FROZEN', { ...frozen[0]?.freeze, environments: named, ...place });
}

interface Start extends Pick<StoredRequest, 'start' | 'startAt'> {
  /** Its place in the body, so that the form that has the time shows the refusal; absent where the body has none. */
  readonly at?: readonly string[];
}

/** A start inside a freeze that is known could only be waited for. */
export async function requireThawedStart(
  { sql, application }: Pick<Applying, 'sql' | 'application'>,
  askedIds: readonly string[] | undefined,
  { start, startAt, at }: Start,
): Promise<void> {
  if (start !== 'AT' || startAt === null || application.restrictions === undefined) return;
  const environments = await readEnvironments(sql, application.id, startAt);
  requireThawed({ application, environments }, askedIds, at && { at });
}
