import { expect, it } from 'vitest';
import { propertiesUsed } from './used-properties.ts';

type Lists = Parameters<typeof propertiesUsed>;

const inExperiment = (name: string, envId: string) => ({
  type: 'experiment',
  id: name,
  name,
  envId,
});
const inGroup = (id: string) => ({ type: 'targetGroup', id, name: id });
const using = (id: string, ...usedBy: object[]) => ({ id, usedBy });

const properties = [
  using('country', inExperiment('checkout', 'prod')),
  using('plan', inGroup('paying')),
  using('employee', inGroup('staff')),
  using('region', inExperiment('checkout', 'test')),
  using('unused'),
] as unknown as Lists[1]; // With only the fields that are read.
const groups = [
  using('paying', inExperiment('search', 'prod')),
  using('staff'),
] as unknown as Lists[2];

it.each([
  ['every toggle', { envIds: ['prod'], toggle: undefined }, ['country', 'plan']],
  ['one toggle', { envIds: ['prod'], toggle: 'search' }, ['plan']],
  ['two environments', { envIds: ['prod', 'test'], toggle: 'checkout' }, ['country', 'region']],
  ['a toggle without rules', { envIds: ['prod'], toggle: 'new' }, []],
])('CON-18: the properties that rules use, directly or through a group: %s', (_, asked, ids) => {
  expect([...propertiesUsed(asked, properties, groups)]).toEqual(ids);
});
