import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented } from '../shapes.ts';
import { usageSchema } from '../usage.ts';
import { PROPERTY_CODES, propertyDraftSchema, propertySchema } from './property.ts';

const LIST = '/api/apps/:appId/properties';
const ONE = '/api/apps/:appId/properties/:id';

/** A property as lists show it: with the target groups and experiments that use it. */
export const listedPropertySchema = documented(
  z.extend(propertySchema, { usedBy: z.array(usageSchema) }),
  { id: 'ListedProperty' },
);
export type ListedProperty = z.infer<typeof listedPropertySchema>;

export const listProperties = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the properties of an application, sorted by key, and where each is used',
  access: 'user',
  programs: 'read',
  result: z.array(listedPropertySchema),
});

export const getProperty = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a property',
  access: 'user',
  programs: 'read',
  result: propertySchema,
});

export const createProperty = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create a property',
  access: 'user',
  programs: 'write',
  body: propertyDraftSchema,
  result: propertySchema,
  status: 201,
  errors: [...PROPERTY_CODES, 'DUPLICATE_KEY'],
});

export const updateProperty = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change the key or the description of a property; its type cannot change',
  access: 'user',
  programs: 'write',
  body: propertyDraftSchema,
  result: propertySchema,
  errors: [...PROPERTY_CODES, 'DUPLICATE_KEY', 'TYPE_LOCKED'],
});

export const deleteProperty = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a property that nothing uses',
  access: 'user',
  programs: 'write',
  status: 204,
  errors: ['PROPERTY_USED_IN_EXPERIMENTS', 'PROPERTY_USED_IN_TARGET_GROUPS'],
});
