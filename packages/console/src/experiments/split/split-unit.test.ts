import { describe, expect, it } from 'vitest';
import { canRequire, withPolicy, withRequired } from '../rule/combined-parts.ts';
import type { EditedRule } from '../rule/edited-rule.ts';

describe('RUL-32: only for users with a value of the property', () => {
  const isSet = { propertyId: 'organisation', expression: 'IS_SET', term: '' };
  const valueSpec = { type: 'SPLIT', shares: [], by: 'organisation' } as const;
  const everyone: EditedRule = { type: 'ALL_USERS', key: '1', valueSpec };

  it('a rule for everyone becomes that condition; another gets it beside its own', () => {
    const limited = withRequired(everyone, 'organisation');
    expect(limited).toMatchObject({ type: 'PROPERTY', propertyRule: isSet, valueSpec });
    const country = { propertyId: 'country', expression: 'EQUALS', term: 'BR' };
    const ofBrazil: EditedRule = { type: 'PROPERTY', key: '2', propertyRule: country, valueSpec };
    expect(withRequired(ofBrazil, 'organisation')).toMatchObject({
      combinedRule: {
        policy: 'AND',
        conditions: [{ propertyRule: country }, { propertyRule: isSet }],
      },
    });
    expect(canRequire(everyone, 'organisation')).toBe(true);
    expect(canRequire(limited, 'organisation')).toBe(false);
    expect(canRequire(limited, 'country')).toBe(true);
  });

  it('it is not offered where any one of several conditions is enough', () => {
    const both = withRequired(withRequired(everyone, 'country'), 'device');
    expect(canRequire(both, 'organisation')).toBe(true);
    expect(canRequire(withPolicy(both, 'OR'), 'organisation')).toBe(false);
  });
});
