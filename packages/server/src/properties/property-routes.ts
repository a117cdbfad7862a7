import * as api from '@comporta/contract/properties/property-api';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { createOne, deleteOne, editOne, getOne, listUsed } from '../platform/nouns/verbs.ts';
import { PROPERTIES } from './property-noun.ts';
import { experimentsUsing, targetGroupsUsing, usesByProperty } from './property-use-repository.ts';

export function propertyRoutes({ route }: Server): void {
  route(api.listProperties, (call) => listUsed(PROPERTIES, call, usesByProperty));
  route(api.getProperty, (call) => getOne(PROPERTIES, call));
  route(api.createProperty, (call) => createOne(PROPERTIES, call));
  route(api.updateProperty, (call) => editOne(PROPERTIES, call));
  route(api.deleteProperty, (call) => deleteOne(PROPERTIES, call, requireUnused));
}

async function requireUnused(sql: Sql, { id }: { readonly id: string }): Promise<void> {
  const experiments = await experimentsUsing(sql, id);
  if (experiments.length > 0) {
    throw new Rejection('PROPERTY_USED_IN_EXPERIMENTS', { items: experiments });
  }
  const groups = await targetGroupsUsing(sql, id);
  if (groups.length > 0) throw new Rejection('PROPERTY_USED_IN_TARGET_GROUPS', { items: groups });
}
