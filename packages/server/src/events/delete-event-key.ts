import { hash } from 'node:crypto';
import { EVENT_KEY } from '@comporta/contract/metrics/metric';
import { Rejection } from '../platform/base/rejection.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { markKeyDeleted, metricsWithKey } from './event-key-repository.ts';

/** Deletes an event key; rejects with EVENT_KEY_IN_USE while something measures it. Source: FAIR-27. */
export async function deleteEventKey(
  { sql, actor, application }: Write<'application'>,
  key: string,
): Promise<void> {
  if (!EVENT_KEY.test(key)) throw new Rejection('NOT_FOUND');
  const items = await metricsWithKey(sql, application.id, key);
  if (items.length > 0) throw new Rejection('EVENT_KEY_IN_USE', { items });
  if (!(await markKeyDeleted(sql, application.id, key))) throw new Rejection('NOT_FOUND');
  const id = idInLog(application.id, key);
  await recordChange(
    { sql, actor, application },
    { action: 'DELETED', type: 'eventKey', id, name: key, isServed: false },
  );
}

/** The log names things by UUID, and event keys have none: one key of one application always has the same. */
function idInLog(applicationId: string, key: string): string {
  const hex = hash('sha256', `${applicationId} ${key}`, 'hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
