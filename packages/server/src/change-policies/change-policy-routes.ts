import { isSameJson } from '@comporta/contract/canonical-json';
import {
  type ChangePolicy,
  type ChangePolicyDraft,
  checkChangePolicy,
  isNoPolicy,
  NO_POLICY,
} from '@comporta/contract/change-policies/change-policy';
import * as api from '@comporta/contract/change-policies/change-policy-api';
import type { RecordedPolicy } from '@comporta/contract/nouns/records';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { recordChange } from '../platform/changes/changes.ts';
import { hasOlderNode } from '../platform/database/older-nodes.ts';
import type { Server } from '../platform/http/route.ts';
import type { Write } from '../platform/http/write.ts';
import { listApproversOf } from './approver-repository.ts';
import { findChangePolicy, writeChangePolicy } from './change-policy-repository.ts';

/** Programs before it save past policies. */
const KNOWN_SINCE = '0.3.0';

export function changePolicyRoutes({ route }: Server): void {
  route(api.getChangePolicy, async ({ sql, environment }) => {
    return (await findChangePolicy(sql, environment.id)) ?? NO_POLICY;
  });
  route(api.updateChangePolicy, saveChangePolicy);
  route(api.listApprovers, ({ sql, actor, application, environment }) =>
    listApproversOf(sql, {
      accountId: actor.accountId,
      applicationId: application.id,
      environmentId: environment.id,
    }),
  );
}

/** Rejects with OLDER_NODE while a program is connected that would save past it. Source: SAF-20, SAF-84. */
async function saveChangePolicy(
  call: Write<'environment', ChangePolicyDraft>,
): Promise<ChangePolicy> {
  const { sql, application, environment, body } = call;
  const before = (await findChangePolicy(sql, environment.id)) ?? NO_POLICY;
  const after = valueOrReject(checkChangePolicy(body));
  if (isSameJson(before, after)) return before;
  const isFirst = application.restrictions === undefined && !isNoPolicy(after);
  if (isFirst && (await hasOlderNode(sql, KNOWN_SINCE))) {
    throw new Rejection('OLDER_NODE', { words: ['change policy'] });
  }
  await writeChangePolicy(
    sql,
    { applicationId: application.id, environmentId: environment.id },
    after,
  );
  await recordChange(call, {
    action: 'EDITED',
    type: 'environment',
    id: environment.id,
    name: environment.name,
    environment,
    isServed: false,
    before: recorded(before),
    after: recorded(after),
  });
  return after;
}

function recorded({ approvals, ...others }: ChangePolicy): RecordedPolicy {
  return { approvals: `${approvals}`, ...others };
}
