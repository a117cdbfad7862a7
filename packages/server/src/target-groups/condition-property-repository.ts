import {
  type ConditionProperties,
  conditionProperties,
} from '@comporta/contract/conditions/condition';
import { eq } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { idLists } from '../tables/id-lists.ts';
import { properties } from '../tables/properties.ts';

/** The properties that conditions in this application may use, its own and `uid`, and its lists. */
export async function readConditionProperties(
  sql: Sql,
  applicationId: string,
): Promise<ConditionProperties> {
  return conditionProperties(
    await sql
      .select({ id: properties.id, key: properties.key, type: properties.type })
      .from(properties)
      .where(eq(properties.applicationId, applicationId)),
    await sql
      .select({ id: idLists.id, name: idLists.name })
      .from(idLists)
      .where(eq(idLists.applicationId, applicationId)),
  );
}
