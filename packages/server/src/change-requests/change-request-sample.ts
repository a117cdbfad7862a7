import { REQUEST_TEXTS } from '@comporta/contract/change-requests/change-request';
import { eq } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import { changeRequests } from '../tables/change-requests.ts';
import { experiments } from '../tables/experiments.ts';
import {
  type Body,
  type Ids,
  type NounSample,
  type Stage,
  textSamples,
} from '../testing/samples.ts';

const HOUR_MS = 60 * 60_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

function edit({ envId, experimentId, id }: Ids, action: string): Body {
  return { type: 'experiment', action, id: experimentId ?? id, environmentId: envId };
}

const steps = (ids: Ids, action = 'PAUSE') => [{ edits: [edit(ids, action)] }];

const RAMP = { experimentId: newId(), value: 'a', from: 'b', shares: [] };

export const SAMPLE: NounSample = {
  path: '/api/apps/:appId/change-requests',
  good: ({ ids }) => ({ title: 'Launch', submit: true, steps: steps(experimentIn(ids)) }),
  samples: [
    ...textSamples(REQUEST_TEXTS.bounds),
    { code: 'NO_EDITS', at: ['steps'], body: { steps: [] } },
    {
      code: 'INVALID_EDIT',
      at: ['steps', 0, 'edits', 0],
      body: ({ ids }) => ({ steps: steps(experimentIn(ids), 'EXPLODE') }),
    },
    {
      code: 'INVALID_STEPS',
      at: ['steps'],
      body: ({ ids }) => ({ steps: Array.from({ length: 21 }, () => steps(experimentIn(ids))[0]) }),
    },
    {
      code: 'INVALID_TIME',
      at: ['startAt'],
      body: { start: 'AT', startAt: '2020-01-01T00:00:00Z' },
    },
    {
      code: 'WRONG_REQUEST_STATE',
      at: [],
      only: 'PUT',
      body: async ({ server }) => {
        await server.database.sql.update(changeRequests).set({ status: 'DONE' });
        return {};
      },
    },
    {
      code: 'RAMP_EXISTS',
      at: [],
      body: async (sample) => {
        const source = { ramp: { ...RAMP, ruleId: newId() } };
        await insertLike(sample, { status: 'OPEN', source });
        return { submit: true, steps: [], source };
      },
    },
    {
      code: 'EDITS_CONFLICT',
      at: [],
      // What is taken back has another value by now.
      body: async (sample) => {
        const experiment = await findExperiment(sample.server, experimentIn(sample.ids));
        const [rule] = experiment.rules;
        const stateWith = (exactValue: string) => ({
          status: experiment.status,
          rules: [{ ...rule, valueSpec: { type: 'EXACT_VALUE', exactValue } }],
        });
        const revert = await insertLike(sample, {
          status: 'DONE',
          currentStep: 1,
          steps: [
            {
              at: null,
              wait: null,
              appliedAt: new Date().toISOString(),
              edits: [
                {
                  ...{ type: 'experiment', action: 'UPDATE', name: 'checkout', body: null },
                  ...{ id: experiment.id, environmentId: experiment.environmentId },
                  ...{ base: stateWith('before'), result: stateWith('after') },
                  ...{ found: stateWith('before'), left: stateWith('after') },
                },
              ],
            },
          ],
        });
        return { submit: true, steps: [], source: { revert } };
      },
    },
    { code: 'INVALID_TIME', at: ['lateBy'], body: { lateBy: 59 } },
    { code: 'INVALID_SOURCE', at: ['source'], body: { source: {} } },
    {
      code: 'INVALID_GUARD',
      at: ['guard'],
      body: {
        guard: { needs: 'SAFE', units: 100, onHarm: 'HOLD', watch: 0, patience: 3600 },
      },
    },
  ],
  furnish: async ({ server, appId }) => {
    const { sql } = server.database;
    const [experiment] = await sql
      .select({ id: experiments.id, environmentId: experiments.environmentId })
      .from(experiments)
      .where(eq(experiments.applicationId, appId));
    if (experiment === undefined) throw new Error('the company has no experiment');
    const id = newId();
    const state = { status: 'ACTIVE', rules: [] };
    const paused = {
      type: 'experiment',
      action: 'PAUSE',
      ...experiment,
      name: 'checkout',
      body: null,
      base: state,
      result: { ...state, status: 'PAUSED' },
    } as const;
    await sql.insert(changeRequests).values({
      id,
      applicationId: appId,
      number: 1,
      title: 'Pause it',
      authorId: newId(),
      authorKind: 'user',
      people: {},
      contributors: [],
      status: 'OPEN',
      start: 'MANUAL',
      lateBy: 3600,
      steps: [{ at: null, wait: null, edits: [paused] }],
      problems: [],
      entityIds: [experiment.id],
      touchedIds: [experiment.environmentId],
      savedBy: 'Ana',
    });
    return { 'change-requests/': id };
  },
  saves: {
    updateChangeRequest: (ids) => ({
      body: {
        title: 'Another title',
        reason: 'Because',
        start: 'AT',
        startAt: inHours(24),
        lateBy: 7200,
        steps: [{ edits: [edit(experimentIn(ids), 'DELETE')] }],
      },
      instructions: ['submit', 'source', 'guard'],
    }),
  },
};

/** Inserts a request that is the stored one in all but this; resolves with its id. */
async function insertLike(
  { server, ids }: Stage,
  differing: Partial<typeof changeRequests.$inferInsert>,
): Promise<string> {
  const { sql } = server.database;
  const [stored] = await sql
    .select()
    .from(changeRequests)
    .where(eq(changeRequests.id, ids['change-requests/'] ?? ''));
  if (stored === undefined) throw new Error('the company has no change request');
  const id = newId();
  await sql.insert(changeRequests).values({ ...stored, id, number: 1000, ...differing });
  return id;
}

async function findExperiment({ database }: Stage['server'], { experimentId }: Ids) {
  const [experiment] = await database.sql
    .select()
    .from(experiments)
    .where(eq(experiments.id, experimentId ?? ''));
  if (experiment === undefined) throw new Error('the company has no experiment');
  return experiment;
}

function experimentIn(ids: Ids): Ids {
  return { envId: ids.envId ?? '', experimentId: ids['experiments/'] ?? '' };
}
