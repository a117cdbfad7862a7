import { conditionProperties } from '@comporta/contract/conditions/condition';
import { aTargetGroup } from '@comporta/contract/testing/stored-entities';
import { expect, it } from 'vitest';
import type { EditedRule } from '../rule/edited-rule.ts';
import { givenProperties, propertiesLookedAt } from './test-context.ts';

const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
const STAFF = aTargetGroup({
  id: 'staff',
  conditions: ['uid', 'plan'].map((propertyId) => ({
    id: propertyId,
    propertyId,
    propertyType: 'STRING',
    expression: 'EQUALS',
    term: 'x',
  })),
});

it('RUL-33: rules use the properties of their conditions, version filters, groups and splits', () => {
  const rules: EditedRule[] = [
    {
      type: 'PROPERTY',
      key: '1',
      valueSpec,
      propertyRule: { propertyId: 'country', expression: 'EQUALS', term: 'BR' },
      versionRule: { propertyId: 'version', expression: 'EQUALS', term: '1.0.0' },
    },
    {
      type: 'TARGET_GROUP',
      key: '2',
      valueSpec,
      targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['staff', 'gone'] },
    },
    { type: 'ALL_USERS', key: '3', valueSpec: { type: 'SPLIT', shares: [], by: 'organisation' } },
  ];
  const ids = propertiesLookedAt(rules, new Map([['staff', STAFF]]));
  expect([...ids].sort()).toEqual(['country', 'organisation', 'plan', 'version']);
});

it('an empty field is a property that the request does not have', () => {
  expect(
    givenProperties(
      new Map([
        ['country', 'BR'],
        ['plan', ''],
      ]),
      conditionProperties([]),
    ),
  ).toEqual({ country: 'BR' });
});

it('RUL-45: texts separated by commas are sent as a list', () => {
  const roles = { id: 'r', key: 'roles', type: 'LIST' } as const;
  const values = new Map([['roles', 'admin, staff,']]);
  expect(givenProperties(values, conditionProperties([roles]))).toEqual({
    roles: ['admin', 'staff'],
  });
});
