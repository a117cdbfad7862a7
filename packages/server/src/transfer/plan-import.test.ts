import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { expect, it } from 'vitest';
import { entityRules } from '../entity-rules.ts';
import { DEFAULT_PLANS } from '../platform/config/plans.ts';
import type { Writer } from '../platform/http/write.ts';
import { planImport } from './plan-import.ts';

const DOCUMENT = {
  format: 'comporta-application-1',
  application: 'Shop',
  environments: ['Production'],
  properties: [],
  targetGroups: [],
  toggles: [{ name: 'checkout', values: ['on', 'off'], defaultValue: 'off', valueType: 'STRING' }],
  experiments: [
    {
      environment: 'Production',
      toggle: 'checkout',
      status: 'ACTIVE',
      salt: 'salt',
      buckets: 10_000,
      rules: [{ type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' } }],
    },
  ],
};
const ACCOUNT = { accountId: 'account', plan: 'ON_PREMISE' };
const WRITER: Writer = {
  actor: { kind: 'key', ...ACCOUNT, id: 'key', name: 'Deploy', role: 'WRITE', applicationId: null },
  application: { id: 'application', accountId: 'account', name: 'Shop', revision: 1 },
} as unknown as Writer; // A plan needs nothing else of it.
const NOTHING = {
  environments: [],
  properties: [],
  targetGroups: [],
  toggles: [],
  experiments: [],
  metrics: [],
};

function planOf(): {
  readonly document: ApplicationDocument;
  readonly plan: ReturnType<typeof planImport>;
  readonly rule: WeakRef<object>;
} {
  const parsed = importApplication.body.parse(DOCUMENT);
  const document = { ...parsed, experiments: [...parsed.experiments] }; // A document that was read is not frozen, either.
  const rule = new WeakRef(document.experiments[0]?.rules[0] ?? {});
  const call = {
    writer: WRITER,
    document,
    stored: NOTHING,
    alike: (name: string) => name.toLowerCase(),
    deleteOthers: false,
    metricUses: new Map(),
  };
  return { document, plan: planImport(call, entityRules(DEFAULT_PLANS)), rule };
}

it('OPS-01: the audit records of a plan keep no part of the document in memory', async () => {
  const { plan, rule } = planOf();
  expect(plan.records).toHaveLength(2);
  await turn(); // The target of a WeakRef stays until the end of the turn.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(rule.deref()).toBeUndefined();
  expect(plan.records.map((tell) => tell().type)).toEqual(['toggle', 'experiment']);
});

it('OPS-01: planned experiments are removed from the document, even if a caller holds it', () => {
  const { document } = planOf();
  expect(document.experiments).toEqual([]);
  expect(document.toggles).toHaveLength(1);
});
