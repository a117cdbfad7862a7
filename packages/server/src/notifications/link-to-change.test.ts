import { readFileSync } from 'node:fs';
import { AUDIT_ACTIONS, ENTITY_TYPES } from '@comporta/contract/nouns/records';
import { describe, expect, it } from 'vitest';
import { linkToChange } from './link-to-change.ts';

const PLACE = { publicUrl: 'https://toggles.example.com', applicationId: 'shop' };
const CHANGE = {
  action: 'EDITED',
  entityType: 'toggle',
  entityId: 'one',
  environmentId: 'production',
};

const pathOf = (changed: object, { changeCount = 1, experimentId = '' } = {}) => {
  const place = { ...PLACE, changeCount, experimentId: experimentId || null };
  const { url } = linkToChange({ ...CHANGE, ...changed }, place, 'en');
  expect(url.startsWith(`${PLACE.publicUrl}/`)).toBe(true);
  return url.slice(PLACE.publicUrl.length);
};

const APPLICATION = '/applications/shop';
const ENVIRONMENT = `${APPLICATION}/environments/production`;

describe('COV-14, CDW-68: the link of a notification', () => {
  it.each([
    ['application', `${APPLICATION}/config`],
    ['environment', `${APPLICATION}/config`],
    ['environmentKey', `${APPLICATION}/env/production/reset`],
    ['clientKey', `${APPLICATION}/env/production/reset`],
    ['property', `${APPLICATION}/properties/one`],
    ['targetGroup', `${APPLICATION}/target-groups/one`],
    ['metric', `${APPLICATION}/metrics/one`],
    ['changeRequest', `${APPLICATION}/change-requests/one`],
    ['freeze', `${APPLICATION}/config`],
    ['toggle', `${APPLICATION}/toggles/one`],
    ['experiment', `${ENVIRONMENT}/experiments/one`],
  ])('of a change of %s leads to it', (entityType, path) => {
    expect(pathOf({ entityType })).toBe(path);
  });

  it.each([
    ['application', '/dashboard'],
    ['property', `${APPLICATION}/properties`],
    ['targetGroup', `${APPLICATION}/target-groups`],
    ['metric', `${APPLICATION}/metrics`],
    ['eventKey', `${APPLICATION}/metrics`],
    ['toggle', `${APPLICATION}/toggles`],
    ['experiment', `${ENVIRONMENT}/experiments`],
    ['clientKey', `${APPLICATION}/env/production/reset`],
  ])('of a %s that was deleted leads to the list that it was in', (entityType, path) => {
    expect(pathOf({ entityType, action: 'DELETED' })).toBe(path);
  });

  it('of an analysis leads to its results, and to the experiments when it is gone', () => {
    const entityType = 'analysis';
    expect(pathOf({ entityType }, { experimentId: 'split' })).toBe(
      `${ENVIRONMENT}/experiments/split/results?analysis=one`,
    );
    expect(pathOf({ entityType })).toBe(`${ENVIRONMENT}/experiments`);
  });

  it('of several changes, and of things that only a newer release knows, leads to the audit log', () => {
    expect(pathOf({}, { changeCount: 2 })).toBe(`${APPLICATION}/audit-logs`);
    expect(pathOf({ entityType: 'somethingNew' })).toBe(`${APPLICATION}/audit-logs`);
    expect(pathOf({ entityType: 'experiment', environmentId: null })).toBe(
      `${APPLICATION}/audit-logs`,
    );
  });

  it('of each noun that has screens leads to them', () => {
    const file = new URL('../../../console/src/base/sections.ts', import.meta.url);
    const types = [...readFileSync(file, 'utf8').matchAll(/one: '(\w+)'/g)].map(([, one]) => one);
    expect(types).toContain('toggle');
    for (const entityType of types) {
      expect(pathOf({ entityType }), entityType).not.toContain('/audit-logs');
    }
  });

  it('is the address of a screen of the console', () => {
    const paths = new URL('../../../console/src/base/paths.ts', import.meta.url);
    const screens = [...readFileSync(paths, 'utf8').matchAll(/: '(\/[^']*)'/g)].map(
      ([, pattern = '']) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`),
    );
    for (const action of AUDIT_ACTIONS) {
      for (const entityType of ENTITY_TYPES) {
        for (const experimentId of ['split', '']) {
          const [path = ''] = pathOf({ action, entityType }, { experimentId }).split('?');
          expect(
            screens.filter((screen) => screen.test(path)),
            path,
          ).not.toEqual([]);
        }
      }
    }
  });
});
