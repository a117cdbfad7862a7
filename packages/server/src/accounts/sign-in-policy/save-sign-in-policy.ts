import { isSameJson } from '@comporta/contract/canonical-json';
import {
  checkSignInPolicy,
  DEFAULT_SIGN_IN_POLICY,
  type SavedSignInPolicy,
  type SignInPolicy,
  type SignInPolicyDraft,
} from '@comporta/contract/identity/sign-in-policy';
import * as api from '@comporta/contract/identity/sign-in-policy-api';
import { tellAdministrators } from '../../identity/ways-in/tell-administrators.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { valueOrReject } from '../../platform/base/value-or-reject.ts';
import {
  lastChangedOf,
  nextVersion,
  requireVersion,
  type Versioned,
} from '../../platform/base/versions.ts';
import { lockAccountFor } from '../../platform/callers/authenticate.ts';
import {
  findSignInPolicy,
  writeSignInPolicy,
} from '../../platform/callers/sign-in-policy-repository.ts';
import { recordAccountChange } from '../../platform/changes/changes.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Write } from '../../platform/http/write.ts';
import {
  cameThroughTested,
  capSessions,
  endOtherWaysIn,
  forgetFactorDue,
} from './enforcement-repository.ts';
import { listCandidates, namesOf, readUnconnected } from './policy-people-repository.ts';

/** Version 0: nobody has saved one. */
const UNSAVED: SignInPolicy & Versioned = {
  ...DEFAULT_SIGN_IN_POLICY,
  version: 0,
  savedBy: '',
  savedById: null,
  savedAt: new Date(0),
};

export async function readSavedPolicy(sql: Sql, accountId: string): Promise<SavedSignInPolicy> {
  const policy = (await findSignInPolicy(sql, accountId)) ?? UNSAVED;
  return {
    id: accountId,
    ...policy,
    ...(policy.version > 0 && { lastChanged: lastChangedOf(policy) }),
    candidates: await listCandidates(sql, accountId),
    unconnected: await readUnconnected(sql, accountId),
  };
}

/**
 * Stores how the users of a company come in, and ends what it no longer allows. Rejects with EMERGENCY_USER_REQUIRED or
 * SSO_NOT_TESTED where somebody would be locked out. Source: IDN-20, IDN-41.
 */
export async function saveSignInPolicy(
  call: Write<'account', SignInPolicyDraft>,
): Promise<SavedSignInPolicy> {
  const { sql, actor, body, ifMatch } = call;
  const { accountId } = actor;
  await lockAccountFor(sql, actor, api.updateSignInPolicy);
  const stored = (await findSignInPolicy(sql, accountId)) ?? UNSAVED;
  requireVersion(stored, ifMatch);
  const { version: _version, savedBy: _by, savedById: _id, savedAt: _at, ...before } = stored;
  const after = valueOrReject(checkSignInPolicy(body, before));
  if (!isSameJson(before, after)) {
    await requireWaysIn(sql, actor, { before, after });
    // Before the policy, which waits for logins: they have changed the row of their user already.
    await forgetDueFactors(sql, accountId, after);
    await writeSignInPolicy(sql, accountId, { ...after, ...nextVersion(stored, actor) });
    await endWhatIsNotAllowed(sql, accountId, { before, after });
    await tellAdministrators(sql, accountId, {
      is: 'settings',
      name: actor.name,
      change: 'POLICY',
    });
    await record(call, { before, after });
  }
  return readSavedPolicy(sql, accountId);
}

interface Step {
  readonly before: SignInPolicy;
  readonly after: SignInPolicy;
}

/** Who is listed newly must be fit for it: the tables ask for one who is; a list of three with one would mislead. */
async function requireWaysIn(
  sql: Sql,
  actor: Write<'account'>['actor'],
  { before, after }: Step,
): Promise<void> {
  const { accountId } = actor;
  const isEnforced = after.passwordLogin === 'EMERGENCY_ONLY';
  const begins = isEnforced && before.passwordLogin !== 'EMERGENCY_ONLY';
  const added = after.emergencyUsers.filter((id) => begins || !before.emergencyUsers.includes(id));
  const fit = isEnforced
    ? (await listCandidates(sql, accountId)).flatMap((one) =>
        one.hasPassword && one.hasFactor ? [one.id] : [],
      )
    : [...(await namesOf(sql, accountId, added)).keys()];
  const isEmpty = isEnforced && !after.emergencyUsers.some((id) => fit.includes(id));
  if (isEmpty || !added.every((id) => fit.includes(id))) {
    throw new Rejection('EMERGENCY_USER_REQUIRED', { at: ['emergencyUsers'] });
  }
  if (begins && !(await cameThroughTested(sql, actor))) {
    throw new Rejection('SSO_NOT_TESTED', { at: ['passwordLogin'] });
  }
}

async function endWhatIsNotAllowed(
  sql: Sql,
  accountId: string,
  { before, after }: Step,
): Promise<void> {
  const { emergencyUsers, sessionHours } = after;
  if (after.passwordLogin === 'EMERGENCY_ONLY') {
    await endOtherWaysIn(sql, { accountId, emergencyUsers });
  }
  if (sessionHours < before.sessionHours) await capSessions(sql, accountId, sessionHours);
}

async function forgetDueFactors(
  sql: Sql,
  accountId: string,
  { secondFactor }: SignInPolicy,
): Promise<void> {
  if (secondFactor === 'OPTIONAL') await forgetFactorDue(sql, accountId, 'nobody');
  if (secondFactor === 'ADMINS') await forgetFactorDue(sql, accountId, 'admins');
}

async function record({ sql, actor }: Write<'account'>, { before, after }: Step): Promise<void> {
  const { accountId: id, companyName: name } = actor;
  const ids = [...before.emergencyUsers, ...after.emergencyUsers];
  const names = await namesOf(sql, id, ids);
  const named = (policy: SignInPolicy): SignInPolicy => ({
    ...policy,
    emergencyUsers: policy.emergencyUsers.flatMap((user) => names.get(user) ?? []),
  });
  const change = { before: named(before), after: named(after) };
  await recordAccountChange(sql, actor, {
    action: 'EDITED',
    type: 'signInPolicy',
    id,
    name,
    ...change,
  });
}
