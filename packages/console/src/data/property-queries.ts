import {
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
} from '@comporta/contract/properties/property-api';
import { queriesOf } from './queries-of.ts';

export const {
  list: propertiesQuery,
  one: propertyQuery,
  fetch: fetchProperty,
  save: saveProperty,
  remove: removeProperty,
  forget: forgetProperties,
} = queriesOf('properties', {
  list: listProperties,
  one: getProperty,
  create: createProperty,
  update: updateProperty,
  remove: deleteProperty,
});
