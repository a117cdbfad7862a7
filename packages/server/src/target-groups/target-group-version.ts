import { orNotFound } from '../platform/base/or-not-found.ts';
import { withNamesOfDeleted } from '../platform/changes/names-of-deleted.ts';
import type { Sql } from '../platform/database/database.ts';
import { findVersion } from '../platform/database/kept-versions.ts';
import { readConditionProperties } from './condition-property-repository.ts';
import { findTargetGroup, VERSIONS } from './target-group-repository.ts';

/** A group as it was saved, and those of its properties that were deleted since. */
export async function getTargetGroupVersion(
  sql: Sql,
  applicationId: string,
  { id, version }: { readonly id: string; readonly version: string },
) {
  const stored = orNotFound(await findTargetGroup(sql, applicationId, id));
  const saved = orNotFound(await findVersion(sql, VERSIONS, { stored, number: version }));
  const properties = await readConditionProperties(sql, applicationId);
  const named = new Set(saved.body.conditions.map(({ propertyId }) => propertyId));
  const gone = [...named].filter((propertyId) => !properties.has(propertyId));
  const missing = gone.map((propertyId) => ({ type: 'property' as const, id: propertyId }));
  return { ...saved, missing: await withNamesOfDeleted(sql, applicationId, missing) };
}
