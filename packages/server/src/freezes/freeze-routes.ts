import {
  checkFreeze,
  FREEZES_MAX,
  type Freeze,
  type FreezeDraft,
} from '@comporta/contract/freezes/freeze';
import * as api from '@comporta/contract/freezes/freeze-api';
import type { RecordedFreeze } from '@comporta/contract/nouns/records';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import {
  firstVersion,
  isUnchanged,
  lastChangedOf,
  nextVersion,
  requireVersion,
} from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import { hasOlderNode } from '../platform/database/older-nodes.ts';
import type { Server } from '../platform/http/route.ts';
import type { Write } from '../platform/http/write.ts';
import {
  countFreezes,
  findFreeze,
  findStopped,
  listFreezesOf,
  readEnvironmentNames,
  removeFreeze,
  type StoredFreeze,
  writeFreeze,
} from './freeze-repository.ts';

/** Programs before it save in spite of freezes. */
const KNOWN_SINCE = '0.3.0';

type Save = Write<'application', FreezeDraft>;

export function freezeRoutes({ route }: Server): void {
  route(api.listFreezes, async ({ sql, application }) =>
    (await listFreezesOf(sql, application.id)).map(freezeAnswer),
  );
  route(api.createFreeze, createFreeze);
  route(api.updateFreeze, (call) => editFreeze(call, call.params.id));
  route(api.deleteFreeze, async (call) => {
    const { sql, application, ifMatch, params } = call;
    const freeze = orNotFound(await findFreeze(sql, application.id, params.id));
    requireVersion(freeze, ifMatch);
    await removeFreeze(sql, freeze);
    const names = await readEnvironmentNames(sql, application.id);
    await recordChange(call, {
      ...entryOf(freeze),
      action: 'DELETED',
      before: recorded(freeze, names),
    });
  });
}

/** Rejects with OLDER_NODE while a program is connected that knows no freezes. Source: SAF-29, SAF-84. */
async function createFreeze(call: Save) {
  const { sql, actor, application } = call;
  const names = await readEnvironmentNames(sql, application.id);
  const value = valueOrReject(checkFreeze(call.body, [...names.keys()]));
  if ((await countFreezes(sql, application.id)) >= FREEZES_MAX) {
    throw new Rejection('LIMIT_EXCEEDED', { field: 'freezes', limit: FREEZES_MAX });
  }
  if (application.restrictions === undefined && (await hasOlderNode(sql, KNOWN_SINCE))) {
    throw new Rejection('OLDER_NODE', { words: ['freeze'] });
  }
  const identity = { id: newId(), applicationId: application.id };
  const freeze = await writeFreeze(sql, { ...identity, ...value, ...firstVersion(actor) });
  await recordChange(call, {
    ...entryOf(freeze),
    action: 'CREATED',
    after: recorded(freeze, names),
  });
  return { ...freezeAnswer(freeze), stops: await findStopped(sql, freeze) };
}

async function editFreeze(call: Save, id: string) {
  const { sql, actor, application, ifMatch } = call;
  const before = orNotFound(await findFreeze(sql, application.id, id));
  requireVersion(before, ifMatch);
  const names = await readEnvironmentNames(sql, application.id);
  const value = valueOrReject(checkFreeze(call.body, [...names.keys()]));
  const edited = { ...before, ...value };
  if (!isUnchanged(before, edited)) {
    await writeFreeze(sql, { ...edited, ...nextVersion(before, actor) });
    const change = { before: recorded(before, names), after: recorded(edited, names) };
    await recordChange(call, { ...entryOf(edited), action: 'EDITED', ...change });
  }
  const after = orNotFound(await findFreeze(sql, application.id, id));
  return { ...freezeAnswer(after), stops: await findStopped(sql, after) };
}

function freezeAnswer(freeze: StoredFreeze): Freeze {
  const { id, applicationId: appId, name, startsAt, endsAt, environmentIds, version } = freeze;
  const times = { from: startsAt.toISOString(), to: endsAt.toISOString() };
  return { id, appId, name, ...times, environmentIds, version, lastChanged: lastChangedOf(freeze) };
}

function entryOf({ id, name }: StoredFreeze) {
  return { type: 'freeze', id, name, isServed: false } as const;
}

function recorded(
  { name, startsAt, endsAt, environmentIds }: StoredFreeze,
  names: ReadonlyMap<string, string>,
): RecordedFreeze {
  const environments = environmentIds?.flatMap((id) => names.get(id) ?? []) ?? [...names.values()];
  return { name, from: startsAt.toISOString(), to: endsAt.toISOString(), environments };
}
