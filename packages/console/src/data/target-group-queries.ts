import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { TargetGroup, TargetGroupValue } from '@comporta/contract/target-groups/target-group';
import {
  createTargetGroup,
  deleteTargetGroup,
  getTargetGroup,
  getTargetGroupVersion,
  listTargetGroups,
  listTargetGroupVersions,
  updateTargetGroup,
} from '@comporta/contract/target-groups/target-group-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain, BESIDE } from './query-client.ts';

export function targetGroupsQuery(appId: string) {
  return queryOptions({
    queryKey: ['targetGroups', appId],
    queryFn: ({ signal }) => call(listTargetGroups, { params: { appId }, signal }),
  });
}

export function targetGroupQuery(appId: string, id: string) {
  return queryOptions({
    queryKey: ['targetGroups', appId, id],
    queryFn: ({ signal }) => call(getTargetGroup, { params: { appId, id }, signal }),
  });
}

/** The versions of a group, newest first. */
export function targetGroupVersionsQuery({ appId, id }: Pick<TargetGroup, 'appId' | 'id'>) {
  return queryOptions({
    queryKey: ['targetGroups', appId, id, 'versions'],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listTargetGroupVersions, { params: { appId, id }, signal }),
  });
}

/** One former version of a group. */
export function targetGroupVersionQuery(
  { appId, id }: Pick<TargetGroup, 'appId' | 'id'>,
  version: number,
) {
  const params = { appId, id, version: String(version) };
  return queryOptions({
    queryKey: ['targetGroups', appId, id, 'versions', version],
    queryFn: ({ signal }) => call(getTargetGroupVersion, { params, signal }),
  });
}

/** Fetches the group as it is saved now, to see what somebody else changed. */
export function fetchTargetGroup({
  appId,
  id,
}: Pick<TargetGroup, 'appId' | 'id'>): Promise<TargetGroup> {
  return call(getTargetGroup, { params: { appId, id } });
}

interface Save {
  readonly value: TargetGroupValue;
  /** The properties that the conditions use. */
  readonly properties: ConditionProperties;
  /** The version to save over. */
  readonly ifMatch: number | undefined;
}

/** Creates the group, or saves over the version of it that was loaded. */
export async function saveTargetGroup(
  client: QueryClient,
  at: { readonly appId: string; readonly id: string | undefined },
  { value, properties, ifMatch }: Save,
): Promise<TargetGroup> {
  const { appId, id } = at;
  const conditions = value.conditions.map((condition) => ({
    ...condition,
    propertyType: properties.get(condition.propertyId)?.type,
  }));
  const body = { ...value, conditions, appId };
  const saved =
    id === undefined
      ? await call(createTargetGroup, { params: { appId }, body })
      : await call(updateTargetGroup, { params: { appId, id }, body, ifMatch });
  await forgetTargetGroups(client, appId);
  return saved;
}

export function removeTargetGroup({
  appId,
  id,
}: Pick<TargetGroup, 'appId' | 'id'>): Promise<undefined> {
  return call(deleteTargetGroup, { params: { appId, id } });
}

/** To be called after a change: the list and every group of the application are fetched again. */
export async function forgetTargetGroups(client: QueryClient, appId: string): Promise<void> {
  await askAgain(client, targetGroupsQuery(appId).queryKey);
}
