import { NEW_PROPERTY } from '@comporta/contract/properties/property';
import { aProperty } from '@comporta/contract/testing/stored-entities';
import { describe, expect, it } from 'vitest';
import { propertyDraft } from './property-form.ts';

describe('property form', () => {
  it('starts with the saved property, without the fields that the form does not change', () => {
    const fields = { key: 'plan', type: 'STRING', description: 'Tier' } as const;
    expect(propertyDraft(aProperty(fields))).toEqual({ ...NEW_PROPERTY, ...fields });
  });
});
