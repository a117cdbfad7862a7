import { newId } from '../../platform/base/ids.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { experiments } from '../../tables/experiments.ts';
import { targetGroups } from '../../tables/target-groups.ts';
import { toggles } from '../../tables/toggles.ts';
import { insertCompany } from '../../testing/insert-company.ts';
import { type Granted, PATTERNS } from './granted-bombs.ts';

const BY = { savedBy: 'Ana' };
const VALUE = { type: 'EXACT_VALUE', exactValue: 'on' } as const;

/** Inserts a company with an administrator and an application with one rule that evaluates all of PATTERNS. */
export async function seedPatterns(databaseUrl: string): Promise<Granted> {
  const database = openDatabase(databaseUrl, () => {});
  const { sql } = database;
  const [toggleId, groupId] = [newId(), newId()];
  try {
    const company = await insertCompany(sql, ['Production']);
    const { token, applicationId } = company;
    const [production] = company.environments;
    const [environmentId, environmentKey] = [production?.id ?? '', production?.key ?? ''];
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
    return { token, environmentKey, applicationId, environmentId };
  } finally {
    await database.close();
  }
}
