import { expect, it } from 'vitest';
import { isStoredApplications } from './stored-applications.ts';

const ENVIRONMENT = {
  id: 'e',
  name: 'Production',
  hasKey: true,
  production: null,
  countBulkAsExposure: false,
};
const APPLICATION = { id: 'a', name: 'Checkout', environments: [ENVIRONMENT] };
const LIST = { userName: 'ana@example.com', at: 1, applications: [APPLICATION] };

it.each([
  ['no application', []],
  ['an application without environments', [{ ...APPLICATION, environments: [] }]],
  ['a complete application', [APPLICATION]],
])('CON-29: %s is accepted as a list', (_, applications) => {
  expect(isStoredApplications({ ...LIST, applications })).toBe(true);
});

it.each([
  ['nothing', undefined],
  ['a list without its user and age', [APPLICATION]],
  ['a list of unknown age', { ...LIST, at: undefined }],
  ['a list without a user', { ...LIST, userName: undefined }],
  ['an application of null', { ...LIST, applications: [null] }],
  ['an id that is a number', { ...LIST, applications: [{ ...APPLICATION, id: 1 }] }],
  ['no name', { ...LIST, applications: [{ id: 'a', environments: [] }] }],
  ['an environment of null', { ...LIST, applications: [{ ...APPLICATION, environments: [null] }] }],
  [
    'an environment without hasKey',
    {
      ...LIST,
      applications: [{ ...APPLICATION, environments: [{ id: 'e', name: 'Production' }] }],
    },
  ],
])('CON-29: %s is not accepted', (_, value) => {
  expect(isStoredApplications(value)).toBe(false);
});
