import * as api from '@comporta/contract/properties/property-api';
import type { Server } from '../platform/http/route.ts';
import { createOne, deleteOne, editOne, getOne, listUsed } from '../platform/nouns/verbs.ts';
import { PROPERTIES } from './property-noun.ts';
import { usesByProperty } from './property-use-repository.ts';
import { requireUnused } from './require-unused.ts';

export function propertyRoutes({ route }: Server): void {
  route(api.listProperties, (call) => listUsed(PROPERTIES, call, usesByProperty));
  route(api.getProperty, (call) => getOne(PROPERTIES, call));
  route(api.createProperty, (call) => createOne(PROPERTIES, call));
  route(api.updateProperty, (call) => editOne(PROPERTIES, call));
  route(api.deleteProperty, (call) => deleteOne(PROPERTIES, call, requireUnused));
}
