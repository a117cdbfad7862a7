import { readdirSync, readFileSync } from 'node:fs';
import { compile } from '@comporta/engine/compile';
import type { Context } from '@comporta/engine/context';
import { evaluateAll } from '@comporta/engine/evaluate';
import { readSnapshot } from '@comporta/engine/read-snapshot';
import { SNAPSHOT_FORMAT, type Snapshot } from '@comporta/engine/snapshot';
import type { ValueType } from '@comporta/engine/vocabulary';
import { describe, expect, it } from 'vitest';
import { KEY_KINDS } from '../snapshot/key-kind.ts';
import { CachedSnapshot } from '../snapshot/snapshots.ts';
import { audienceOf } from './ofrep/audience.ts';
import { joinPairs } from './prepared-answers.ts';

const FOLDER = new URL('../../../../conformance/evaluation/', import.meta.url);

/** Names and values that look like the JSON that surrounds them. */
const ODD = ['{}}', '"}}', ',', '__proto__', 'constructor', 'say "no"', '\\', '\u2028', '💡'];
const JSON_VALUES = ['{"a":{}}', '{}', '[]', '"}}"', 'null', '1e999', 'true'];

function toggleOf(name: string, value: string, valueType: ValueType) {
  return { id: name, name, values: [value], defaultValue: value, valueType };
}

const ODD_SNAPSHOT: Snapshot = {
  format: SNAPSHOT_FORMAT,
  application: { id: 'application', name: 'Shop' },
  environment: { id: 'environment', name: '"}}' },
  revision: 7,
  properties: [],
  targetGroups: [],
  toggles: [
    ...ODD.map((odd) => toggleOf(odd, odd, 'STRING')),
    ...JSON_VALUES.map((json, index) => toggleOf(`json ${index}`, json, 'JSON')),
  ],
  experiments: [],
};

/** Checks that every kind of answer for a user is valid JSON and has the outcomes. */
function answersOf(source: Snapshot): (context: Context) => Promise<void> {
  const compiled = compile(source);
  const { application, environment, revision } = source;
  const head = {
    id: environment.id,
    accountId: application.id,
    name: environment.name,
    applicationId: application.id,
    applicationName: application.name,
    revision,
    keyHash: 'hash',
    countsBulk: false,
    former: [],
    clients: { keyHash: 'other hash', origins: [] },
  };
  const held = new CachedSnapshot({
    head,
    source,
    sent: source,
    tag: '',
    compiled,
    lists: '',
    loadedAtMs: 0,
  });
  const metadata = { environment: environment.name, revision };

  return async (context) => {
    const outcomes = evaluateAll(compiled, context);
    const values = outcomes.map(({ toggle, value }) => [toggle.name, value]);
    expect(Object.entries(JSON.parse(joinPairs(outcomes))).sort()).toEqual(values.sort());
    for (const kind of KEY_KINDS) {
      const audience = audienceOf({ kind, keyHash: kind, environment: held });
      const { body, characters } = audience.bulk(outcomes);
      expect(Buffer.from(characters(), 'latin1')).toEqual(body());
      const bulk = JSON.parse(body().toString());
      expect(bulk).toMatchObject({ metadata, eventStreams: [{ type: 'sse' }] });
      for (const [index, outcome] of outcomes.entries()) {
        const { toggle, value, reason, errorCode, ruleOrder, ruleType, experimentId } = outcome;
        const { ruleId, phaseId } = outcome.exposure ?? {};
        const measured = outcome.exposure && { ruleId, phaseId };
        const said = errorCode === undefined ? { reason, variant: value } : { errorCode };
        const one = JSON.parse(audience.single(outcome));
        expect(one).toMatchObject({ key: toggle.name, ...said });
        expect(bulk.flags[index]).toMatchObject({ key: toggle.name, ...said });
        const rule = kind === 'ENVIRONMENT_KEY' ? { ruleOrder, ruleType, experimentId } : {};
        const told = errorCode === undefined ? { ...rule, ...measured, ...metadata } : undefined;
        expect(one.metadata).toEqual(told);
        expect(bulk.flags[index].metadata).toEqual(measured);
      }
    }
  };
}

/** An even split that an analysis measures. */
const MEASURED_SNAPSHOT: Snapshot = {
  ...ODD_SNAPSHOT,
  toggles: [{ ...toggleOf('half', 'on', 'STRING'), values: ['off', 'on'] }],
  experiments: [
    {
      id: 'experiment',
      toggleId: 'half',
      status: 'ACTIVE',
      salt: 'salt',
      buckets: 10_000,
      rules: [
        {
          id: 'rule',
          phase: 'phase',
          type: 'ALL_USERS',
          valueSpec: { type: 'SPLIT', split: { off: 50, on: 50 } },
        },
      ],
    },
  ],
};

it('RES-26: metadata names rule and phase of a measured split, for servers and for clients (T13)', async () => {
  const requireAnswers = answersOf(MEASURED_SNAPSHOT);
  for (let user = 0; user < 20; user++) await requireAnswers({ uid: `${user}`, properties: {} });
  await requireAnswers({ properties: {} });
});

describe('SDK-20: answers are joined from prepared parts, and each is valid JSON', () => {
  it('with special characters in names and values', async () => {
    await answersOf(ODD_SNAPSHOT)({ uid: 'ana', properties: {} });
  });

  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))('%s', async (name) => {
    const { snapshot, cases } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
    const source = readSnapshot(snapshot);
    if (source === undefined) throw new Error('no snapshot');
    const requireAnswers = answersOf(source);
    for (const { context } of cases) await requireAnswers({ properties: {}, ...context });
  });
});
