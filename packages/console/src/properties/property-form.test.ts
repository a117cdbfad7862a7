import { describe, expect, it } from 'vitest';
import { propertyDraft } from './property-form.ts';

describe('property form', () => {
  it('starts with what was saved, without what the form does not change', () => {
    const saved = { id: 'p', appId: 'a', key: 'plan', type: 'STRING', version: 3 } as const;
    expect(propertyDraft({ ...saved, description: 'Tier' })).toEqual({
      key: 'plan',
      type: 'STRING',
      description: 'Tier',
    });
  });
});
