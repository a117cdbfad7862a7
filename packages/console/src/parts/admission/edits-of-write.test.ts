import { shipValue } from '@comporta/contract/analyses/analysis-api';
import { updateApplication } from '@comporta/contract/applications/application-api';
import { restoreDeletedItem } from '@comporta/contract/deleted-items/deleted-item-api';
import type { Endpoint } from '@comporta/contract/endpoint';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import {
  changeExperiments,
  cloneExperiment,
  createExperiment,
  type ExperimentSummary,
  pauseExperiment,
  updateExperiment,
} from '@comporta/contract/experiments/experiment-api';
import { deleteProperty } from '@comporta/contract/properties/property-api';
import { updateTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { changeToggles, deleteToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, test } from 'vitest';
import { editsOfWrite, type StoredThings } from './edits-of-write.ts';

const RULE = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' } } as const;

const STORED: StoredThings = {
  experiment: async () =>
    ({ toggleId: 't', rules: [{ id: 'r', order: 1, ...RULE }] }) as unknown as Experiment, // Only what is copied.
  summaries: async () =>
    [
      { id: 'x', envId: 'p' },
      { id: 'y', envId: 's' },
    ] as unknown as ExperimentSummary[], // Only where each is.
  deletedItem: (_, id) =>
    id === 'g'
      ? {
          ...{ id, type: 'experiment', name: 'checkout', envId: 'p', deletedBy: null },
          ...{ deletedAt: '2026-01-01T00:00:00Z', restorableUntil: '2026-02-01T00:00:00Z' },
        }
      : undefined,
};

const PLACE = { appId: 'a', envId: 'p' };

function edits(
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  sent: {
    readonly body?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly ifMatch?: number;
  } = {},
) {
  const { body, query = {}, ifMatch } = sent;
  return editsOfWrite({ endpoint, params, query, body, ifMatch }, STORED);
}

const body = { toggleId: 't', rules: [RULE] };
const inProduction = { type: 'experiment', environmentId: 'p' };

test.each<[what: string, edits: ReturnType<typeof edits>, expected: unknown]>([
  [
    'a save',
    edits(updateExperiment, { ...PLACE, id: 'x' }, { body, ifMatch: 3 }),
    [{ ...inProduction, action: 'UPDATE', id: 'x', version: 3, body }],
  ],
  [
    'a new experiment',
    edits(createExperiment, PLACE, { body }),
    [{ ...inProduction, action: 'CREATE', body }],
  ],
  [
    'a pause',
    edits(pauseExperiment, { ...PLACE, id: 'x' }),
    [{ ...inProduction, action: 'PAUSE', id: 'x' }],
  ],
  [
    'a copy, whose rules get other ids',
    edits(cloneExperiment, { ...PLACE, id: 'x', destEnvId: 'd' }),
    [
      {
        ...{ type: 'experiment', action: 'CREATE', environmentId: 'd' },
        body: { toggleId: 't', rules: [{ order: 1, ...RULE }] },
      },
    ],
  ],
  [
    'many experiments',
    edits(changeExperiments, PLACE, { body: { action: 'DELETE', ids: ['x', 'y'] } }),
    [
      { ...inProduction, action: 'DELETE', id: 'x' },
      { ...inProduction, action: 'DELETE', id: 'y' },
    ],
  ],
  [
    'one value for everyone',
    edits(
      shipValue,
      { ...PLACE, id: 'x', analysisId: 'n' },
      { body: { value: 'on', reason: 'enough' } },
    ),
    [
      {
        ...{ ...inProduction, action: 'SHIP', id: 'x' },
        body: { value: 'on', reason: 'enough', analysisId: 'n' },
      },
    ],
  ],
  [
    'a toggle with its experiments',
    edits(deleteToggle, { appId: 'a', id: 't' }, { query: { experiments: 'x,y' } }),
    [
      { ...inProduction, action: 'DELETE', id: 'x' },
      { type: 'experiment', environmentId: 's', action: 'DELETE', id: 'y' },
      { type: 'toggle', action: 'DELETE', id: 't' },
    ],
  ],
  [
    'a group',
    edits(updateTargetGroup, { appId: 'a', id: 'g' }, { body: { name: 'Staff' }, ifMatch: 1 }),
    [{ type: 'targetGroup', action: 'UPDATE', id: 'g', version: 1, body: { name: 'Staff' } }],
  ],
  [
    'a property',
    edits(deleteProperty, { appId: 'a', id: 'c' }),
    [{ type: 'property', action: 'DELETE', id: 'c' }],
  ],
  [
    'what was deleted',
    edits(restoreDeletedItem, { appId: 'a', id: 'g' }, { body: {} }),
    [{ ...inProduction, action: 'RESTORE', id: 'g' }],
  ],
  [
    'the same with another name',
    edits(restoreDeletedItem, { appId: 'a', id: 'g' }, { body: { name: 'b' } }),
    undefined,
  ],
  [
    'tags of many toggles',
    edits(changeToggles, { appId: 'a' }, { body: { action: 'ADD_TAGS', ids: ['t'] } }),
    undefined,
  ],
  [
    'environments of an application',
    edits(updateApplication, { appId: 'a' }, { body: {} }),
    undefined,
  ],
])('SAF-100: %s as edits of a change request', async (_, made, expected) => {
  expect(await made).toEqual(expected);
});
