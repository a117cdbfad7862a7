import { normalizeEmail } from '@comporta/contract/email';
import { tellAdministrators } from '../../identity/ways-in/tell-administrators.ts';
import {
  findSignInPolicy,
  writeSignInPolicy,
} from '../../platform/callers/sign-in-policy-repository.ts';
import { recordAccountChange } from '../../platform/changes/changes.ts';
import { lockAccount } from '../../platform/database/account-lock.ts';
import { requireKnownTables } from '../../platform/database/compatibility.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findCompanyOf } from './policy-people-repository.ts';

interface Released {
  /** Of the company. */
  readonly name: string;
  readonly wasEnforced: boolean;
}

/**
 * Lets everybody in the company of this user come in without a provider again, for its operator. Undefined when no user
 * has the e-mail. Source: IDN-21.
 */
export function releaseSignIn(sql: Sql, email: string): Promise<Released | undefined> {
  return sql.transaction(async (inside) => {
    await requireKnownTables(inside);
    const account = await findCompanyOf(inside, normalizeEmail(email));
    if (account === undefined) return undefined;
    const { id, name } = account;
    await lockAccount(inside, id);
    const policy = await findSignInPolicy(inside, id);
    if (policy?.passwordLogin !== 'EMERGENCY_ONLY') return { name, wasEnforced: false };
    const released = { passwordLogin: 'EVERYBODY' } as const;
    await writeSignInPolicy(inside, id, {
      ...policy,
      ...released,
      version: policy.version + 1,
      savedBy: '',
      savedById: null,
      savedAt: new Date(),
    });
    await recordAccountChange(
      inside,
      { kind: 'system', accountId: id },
      {
        action: 'EDITED',
        type: 'signInPolicy',
        id,
        name,
        before: { passwordLogin: policy.passwordLogin },
        after: released,
      },
    );
    await tellAdministrators(inside, id, { is: 'released' });
    return { name, wasEnforced: true };
  });
}
