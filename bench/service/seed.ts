import type { Condition, Rule } from '@comporta/engine/snapshot';
import { newId } from '@comporta/server/platform/base/ids';
import { type Database, openDatabase } from '@comporta/server/platform/database/database';
import { experiments } from '@comporta/server/tables/experiments';
import { properties } from '@comporta/server/tables/properties';
import { targetGroups } from '@comporta/server/tables/target-groups';
import { toggles } from '@comporta/server/tables/toggles';
import { type InsertedCompany, insertCompany } from '@comporta/server/testing/insert-company';
import { FLAGS, type Flag, VALUES } from '../engine/work.ts';

const ROWS_A_STATEMENT = 500;
const BY = { savedBy: 'bench' };

/** A company whose application has many toggles, each with an experiment in each environment. */
export type Seeded = InsertedCompany;

export async function seed(
  url: string,
  { toggleCount, environmentCount }: { toggleCount: number; environmentCount: number },
): Promise<Seeded> {
  const database = openDatabase(url, () => {});
  try {
    return await seedInto(database, toggleCount, environmentCount);
  } finally {
    await database.close();
  }
}

export async function seedInto(
  { sql }: Database,
  toggleCount: number,
  environmentCount: number,
): Promise<Seeded> {
  const names = Array.from({ length: environmentCount }, (_, place) => `Environment ${place}`);
  const company = await insertCompany(sql, names);
  const { applicationId } = company;
  const ids = await insertProperties(sql, applicationId);
  const groups = new Map(FLAGS.slice(0, toggleCount).map(({ group }) => [group.name, group]));
  const groupIds = new Map([...groups.keys()].map((name) => [name, newId()]));
  await sql.insert(targetGroups).values(
    [...groups.values()].map((group) => {
      const conditions: Condition[] = [
        { propertyId: ids.plan, expression: 'EQUALS', term: group.plan },
        { propertyId: ids.email, expression: 'ENDS_WITH', term: group.emailEnd },
        { propertyId: ids.seats, expression: 'GREATER_THAN', term: String(group.seats) },
      ];
      return {
        id: groupIds.get(group.name) ?? '',
        applicationId,
        name: group.name,
        description: '',
        policy: 'AND' as const,
        conditions: conditions.map((condition) => ({ ...condition, id: newId() })),
        ...BY,
      };
    }),
  );

  for (let start = 0; start < toggleCount; start += ROWS_A_STATEMENT) {
    const count = Math.min(ROWS_A_STATEMENT, toggleCount - start);
    const rows = Array.from({ length: count }, (_, offset) => ({
      id: newId(),
      applicationId,
      name: `flag-${start + offset}`,
      description: 'One of many',
      values: [...VALUES],
      defaultValue: 'off',
      valueType: 'STRING' as const,
      ...BY,
    }));
    await sql.insert(toggles).values(rows);
    for (const environment of company.environments) {
      await sql.insert(experiments).values(
        rows.map((toggle, offset) => ({
          id: newId(),
          applicationId,
          environmentId: environment.id,
          toggleId: toggle.id,
          status: 'ACTIVE' as const,
          salt: toggle.name,
          buckets: 10_000,
          rules: rulesOf(FLAGS[(start + offset) % FLAGS.length], ids, groupIds).map((rule) => ({
            ...rule,
            id: newId(),
          })),
          ...BY,
        })),
      );
    }
  }
  return company;
}

type PropertyIds = Readonly<
  Record<'country' | 'age' | 'version' | 'plan' | 'email' | 'seats', string>
>;

async function insertProperties(sql: Database['sql'], applicationId: string): Promise<PropertyIds> {
  const ids = {
    country: newId(),
    age: newId(),
    version: newId(),
    plan: newId(),
    email: newId(),
    seats: newId(),
  };
  const row = { applicationId, description: '', ...BY };
  await sql.insert(properties).values([
    { ...row, id: ids.country, key: 'country', type: 'STRING' },
    { ...row, id: ids.age, key: 'age', type: 'NUMERIC' },
    { ...row, id: ids.version, key: 'version', type: 'SEMANTIC_VERSION' },
    { ...row, id: ids.plan, key: 'plan', type: 'STRING' },
    { ...row, id: ids.email, key: 'email', type: 'STRING' },
    { ...row, id: ids.seats, key: 'seats', type: 'NUMERIC' },
  ]);
  return ids;
}

function rulesOf(
  flag: Flag | undefined,
  ids: PropertyIds,
  groupIds: ReadonlyMap<string, string>,
): readonly Rule[] {
  if (flag === undefined) throw new RangeError('no flag');
  const property = (propertyRule: Condition, exactValue: string): Rule => ({
    type: 'PROPERTY',
    propertyRule,
    valueSpec: { type: 'EXACT_VALUE', exactValue },
  });
  return [
    property(
      { propertyId: ids.country, expression: 'IN', term: flag.countries.join(',') },
      'country',
    ),
    property(
      { propertyId: ids.age, expression: 'GREATER_THAN', term: String(flag.olderThan) },
      'age',
    ),
    property(
      { propertyId: ids.version, expression: 'LESS_THAN', term: flag.beforeVersion },
      'version',
    ),
    {
      type: 'TARGET_GROUP',
      targetGroupRule: {
        policy: 'ANY_OF',
        targetGroupsIds: [groupIds.get(flag.group.name) ?? ''],
      },
      valueSpec: { type: 'EXACT_VALUE', exactValue: 'group' },
    },
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { on: 50, off: 50 } } },
  ];
}
