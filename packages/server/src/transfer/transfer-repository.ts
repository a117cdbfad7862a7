import { PROPERTY } from '@comporta/contract/properties/property';
import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import { asc, eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { columnsNamed } from '../platform/database/entity-columns.ts';
import { environments } from '../tables/applications.ts';
import { experiments } from '../tables/experiments.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';

/** All that an application consists of, as it is stored; names in the order of their bytes. */
export async function readEntities(sql: Sql, applicationId: string) {
  return {
    environments: await sql
      .select({ id: environments.id, name: environments.name })
      .from(environments)
      .where(eq(environments.applicationId, applicationId))
      .orderBy(asc(environments.position)),
    properties: await sql
      .select({ id: properties.id, ...columnsNamed(properties, PROPERTY.names) })
      .from(properties)
      .where(eq(properties.applicationId, applicationId))
      .orderBy(raw`${properties.key} collate "C"`),
    targetGroups: await sql
      .select({ id: targetGroups.id, ...columnsNamed(targetGroups, TARGET_GROUP.names) })
      .from(targetGroups)
      .where(eq(targetGroups.applicationId, applicationId))
      .orderBy(raw`${targetGroups.name} collate "C"`),
    toggles: await sql
      .select({ id: toggles.id, ...columnsNamed(toggles, TOGGLE.names) })
      .from(toggles)
      .where(eq(toggles.applicationId, applicationId))
      .orderBy(raw`${toggles.name} collate "C"`),
    experiments: await sql
      .select({
        id: experiments.id,
        environment: environments.name,
        toggle: toggles.name,
        status: experiments.status,
        salt: experiments.salt,
        buckets: experiments.buckets,
        rules: experiments.rules,
      })
      .from(experiments)
      .innerJoin(environments, eq(environments.id, experiments.environmentId))
      .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
      .where(eq(experiments.applicationId, applicationId))
      .orderBy(asc(environments.position), raw`${toggles.name} collate "C"`),
  };
}

export type Entities = Awaited<ReturnType<typeof readEntities>>;
