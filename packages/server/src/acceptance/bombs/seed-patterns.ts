import { newId } from '../../platform/base/ids.ts';
import { hashSecret, newSecret } from '../../platform/base/secrets.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { newEnvironmentKey } from '../../platform/identity/environment-key.ts';
import { accounts, sessions, users } from '../../tables/accounts.ts';
import { applications, environments } from '../../tables/applications.ts';
import { experiments } from '../../tables/experiments.ts';
import { targetGroups } from '../../tables/target-groups.ts';
import { toggles } from '../../tables/toggles.ts';
import { type Granted, PATTERNS } from './granted-bombs.ts';

const BY = { savedBy: 'Ana' };
const VALUE = { type: 'EXACT_VALUE', exactValue: 'on' } as const;

/** A company with an administrator, and an application whose one rule asks all the patterns there may be. */
export async function seedPatterns(databaseUrl: string): Promise<Granted> {
  const database = openDatabase(databaseUrl, () => {});
  const { sql } = database;
  const [accountId, userId, applicationId, environmentId, toggleId, groupId] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ];
  const token = newSecret();
  const environmentKey = newEnvironmentKey();
  try {
    await sql.insert(accounts).values({ id: accountId, name: 'Acme', plan: 'ON_PREMISE' });
    await sql.insert(users).values({
      id: userId,
      accountId,
      name: 'Ana',
      email: `${userId}@example.com`,
      admin: true,
      active: true,
      language: 'en',
      passwordHash: 'none that a password has',
      ...BY,
    });
    const expiresAt = new Date(Date.now() + 8 * 3_600_000);
    await sql.insert(sessions).values({ tokenHash: hashSecret(token), userId, expiresAt });
    await sql.insert(applications).values({
      id: applicationId,
      accountId,
      name: 'Checkout',
      notificationLanguage: 'en',
      webhookSecret: newSecret(),
      ...BY,
    });
    await sql.insert(environments).values({
      id: environmentId,
      applicationId,
      name: 'Production',
      position: 0,
      keyHash: hashSecret(environmentKey),
      keyCreatedAt: new Date(),
    });
    const toggle = { id: toggleId, applicationId, name: 'new', description: '', ...BY };
    const values = { values: ['on', 'off'], defaultValue: 'off', valueType: 'STRING' } as const;
    await sql.insert(toggles).values({ ...toggle, ...values });
    const conditions = PATTERNS.map((term) => ({
      id: newId(),
      propertyId: 'uid',
      expression: 'REGEX' as const,
      term,
    }));
    const group = { id: groupId, applicationId, name: 'Hostile', description: '', ...BY };
    await sql.insert(targetGroups).values({ ...group, policy: 'OR', conditions });
    await sql.insert(experiments).values({
      id: newId(),
      applicationId,
      environmentId,
      toggleId,
      status: 'ACTIVE',
      salt: 'salt',
      buckets: 10_000,
      rules: [
        {
          id: newId(),
          type: 'TARGET_GROUP',
          targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [groupId] },
          valueSpec: VALUE,
        },
        { id: newId(), type: 'ALL_USERS', valueSpec: VALUE },
      ],
      ...BY,
    });
  } finally {
    await database.close();
  }
  return { token, environmentKey, applicationId, environmentId };
}
