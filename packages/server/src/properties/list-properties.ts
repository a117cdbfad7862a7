import type { ListedProperty } from '@comporta/contract/properties/property-api';
import { withLastChanged } from '../platform/base/versions.ts';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import { listPropertiesOf, usesByProperty } from './property-repository.ts';

export function listProperties(sql: Sql, applicationId: string): Promise<ListedProperty[]> {
  return sql.transaction(async (moment) => {
    const properties = await listPropertiesOf(moment, applicationId);
    const uses = await usesByProperty(moment, applicationId);
    return properties.map((property) => ({
      ...withLastChanged(property),
      usedBy: [...(uses.get(property.id) ?? [])],
    }));
  }, CONSISTENT_READ);
}
