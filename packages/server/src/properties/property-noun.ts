import { checkProperty, PROPERTY } from '@comporta/contract/properties/property';
import { defineNoun } from '../platform/nouns/define-noun.ts';
import { properties } from '../tables/properties.ts';

export const PROPERTIES = defineNoun({
  type: 'property',
  fields: PROPERTY,
  table: properties,
  named: 'key',
  check: checkProperty,
  isServed: true,
  fixed: { type: 'TYPE_LOCKED' },
});
