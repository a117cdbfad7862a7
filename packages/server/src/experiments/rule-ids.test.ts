import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { OrderedRule } from '@comporta/contract/experiments/rule';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { Rule, Snapshot } from '@comporta/engine/snapshot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { experiments } from '../tables/experiments.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createProperty,
  createTargetGroup,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;
let countryId: string;
let groupIds: readonly string[];

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  path = `/api/apps/${application.id}/envs/${application.environmentIds[0]}/experiments`;
  countryId = await createProperty(server, application.id, { key: 'country', type: 'STRING' });
  groupIds = [
    await createTargetGroup(server, application.id, { name: 'Staff', uids: 'ana' }),
    await createTargetGroup(server, application.id, { name: 'Testers', uids: 'bob' }),
  ];
});
afterAll(() => server.close());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
const DISABLED = { type: 'EXACT_VALUE', exactValue: 'disabled' } as const;
const EVERYONE = { type: 'ALL_USERS', valueSpec: ENABLED } as const;

function inCountry(term: string) {
  const propertyRule = { propertyId: countryId, expression: 'EQUALS', term } as const;
  return { type: 'PROPERTY', propertyRule, valueSpec: ENABLED } as const;
}

function inGroups(targetGroupsIds: readonly string[]) {
  const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds } as const;
  return { type: 'TARGET_GROUP', targetGroupRule, valueSpec: ENABLED } as const;
}

async function call<Body>(method: string, at: string, body?: unknown): Promise<Body> {
  const answer = await server.call<Body>(method, at, { token: admin.token, body });
  expect(answer.status, `${method} ${at}`).toBeLessThan(300);
  return answer.body;
}

async function saved(...rules: readonly object[]): Promise<Experiment> {
  const toggleId = await createToggle(server, application.id);
  return call('POST', path, { toggleId, rules });
}

function edit({ id }: Experiment, ...rules: readonly object[]): Promise<Experiment> {
  return call('PUT', `${path}/${id}`, { rules });
}

function get({ id }: Pick<Experiment, 'id'>): Promise<Experiment> {
  return call('GET', `${path}/${id}`);
}

function idsOf({ rules }: Pick<Experiment, 'rules'>): string[] {
  return rules.map(({ id }) => id);
}

function withoutPlace({ id, order, ...rule }: OrderedRule): Rule {
  return rule;
}

describe('RES-10: the id of a rule', () => {
  it('is made by the create, whatever id was sent, and is in every response', async () => {
    const sent = newId();
    const experiment = await saved({ ...inCountry('BR'), id: sent }, EVERYONE);
    const ids = idsOf(experiment);
    expect(ids).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
    expect(new Set([...ids, sent]).size).toBe(3);
    expect(await get(experiment)).toEqual(experiment);
    const list = await call<Experiment[]>('GET', path);
    expect(list).toContainEqual(experiment);
  });

  it('is kept by a rule that is sent with it, whatever else of the rule or its position changes', async () => {
    const experiment = await saved(inCountry('BR'), inCountry('PT'), EVERYONE);
    const [br = '', pt = '', rest = ''] = idsOf(experiment);
    const changed = await edit(
      experiment,
      { ...inCountry('AO'), id: pt },
      { ...inGroups(groupIds), id: br },
      { ...EVERYONE, id: rest, valueSpec: DISABLED },
    );
    expect(idsOf(changed)).toEqual([pt, br, rest]);
    expect(await get(experiment)).toEqual(changed);
  });

  it('is replaced when this experiment does not know it, or when another rule already has it', async () => {
    const other = await saved(inCountry('BR'), EVERYONE);
    const experiment = await saved(inCountry('BR'), EVERYONE);
    const [br = '', rest = ''] = idsOf(experiment);
    const [foreign = ''] = idsOf(other);
    const changed = await edit(
      experiment,
      { ...inCountry('PT'), id: foreign },
      { ...inCountry('BR'), id: br },
      { ...inCountry('AO'), id: br },
      { ...inCountry('CV'), id: 'no uuid' },
      { ...EVERYONE, id: rest },
    );
    const ids = idsOf(changed);
    expect(ids).toEqual([expect.stringMatching(UUID), br, ...ids.slice(2, 4), rest]);
    expect(ids[3]).toMatch(UUID);
    expect(new Set([...ids, foreign]).size).toBe(6);
  });

  it('is taken from the stored rule of the same audience when a rule is sent without an id', async () => {
    const versioned = { ...inCountry('BR'), valueSpec: ENABLED };
    const aboveAll = { ...EVERYONE, valueSpec: DISABLED };
    const experiment = await saved(versioned, inGroups(groupIds), aboveAll, EVERYONE);
    const [br = '', groups = '', above = '', rest = ''] = idsOf(experiment);
    const changed = await edit(
      experiment,
      inCountry('PT'),
      { ...aboveAll, valueSpec: ENABLED },
      inGroups([...groupIds].reverse()),
      { ...inCountry('BR'), valueSpec: DISABLED },
      { ...EVERYONE, valueSpec: DISABLED },
    );
    const [added = '', ...kept] = idsOf(changed);
    expect(kept).toEqual([above, groups, br, rest]);
    expect([br, groups, above, rest]).not.toContain(added);
  });

  it('goes to the rule that is sent with it before a rule that only has the same audience', async () => {
    const experiment = await saved(inCountry('BR'), EVERYONE);
    const [br = '', rest = ''] = idsOf(experiment);
    const changed = await edit(
      experiment,
      inCountry('BR'),
      { ...inCountry('PT'), id: br },
      EVERYONE,
    );
    const [first = '', ...others] = idsOf(changed);
    expect(others).toEqual([br, rest]);
    expect(first).toMatch(UUID);
    expect([br, rest]).not.toContain(first);
  });

  it('SPEC-06: may be left out: a save of the stored rules without ids records no change', async () => {
    const experiment = await saved(inCountry('BR'), inGroups(groupIds), EVERYONE);
    expect(await edit(experiment, ...experiment.rules.map(withoutPlace))).toEqual(experiment);
    const entries = await server.database.sql
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.entityId, experiment.id));
    expect(entries).toEqual([{ action: 'CREATED' }]);
  });

  it('is new in a clone', async () => {
    const experiment = await saved(inCountry('BR'), EVERYONE);
    const clone = await call<Experiment>(
      'POST',
      `${path}/${experiment.id}/to/${application.environmentIds[1]}`,
    );
    expect(clone.rules.map(withoutPlace)).toEqual(experiment.rules.map(withoutPlace));
    expect(new Set([...idsOf(clone), ...idsOf(experiment)]).size).toBe(4);
  });

  it('is neither in the audit log nor in the document, and does not matter for DUPLICATED_RULE', async () => {
    const experiment = await saved(inCountry('BR'), EVERYONE);
    const [id = ''] = idsOf(experiment);
    await edit(experiment, { ...inCountry('PT'), id }, EVERYONE);
    const entries = await server.database.sql
      .select({ before: auditEntries.before, after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.entityId, experiment.id));
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain(id);
    const document = await call('GET', `/api/apps/${application.id}/export`);
    expect(JSON.stringify(document)).not.toContain(id);

    const body = { rules: [{ ...inCountry('PT'), id }, inCountry('PT'), EVERYONE] };
    const at = `${path}/${experiment.id}`;
    expect(await server.call('PUT', at, { token: admin.token, body })).toMatchObject({
      status: 409,
      body: { error_code: 'DUPLICATED_RULE', meta_data: { rule_order: [2] } },
    });
  });

  it('is kept by an import where the audience stays the same', async () => {
    const experiment = await saved(inCountry('BR'), inCountry('PT'), EVERYONE);
    const document = await call<ApplicationDocument>('GET', `/api/apps/${application.id}/export`);
    const wanted = document.experiments.map((one) =>
      one.toggle === experiment.toggleName ? { ...one, rules: one.rules.toSpliced(0, 1) } : one,
    );
    await call('POST', `/api/apps/${application.id}/import`, { ...document, experiments: wanted });
    expect(idsOf(await get(experiment))).toEqual(idsOf(experiment).slice(1));
  });

  it('is in the snapshot that systems read', async () => {
    const experiment = await saved(inCountry('BR'), EVERYONE);
    const key = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
    const { body } = await server.call<Snapshot>('GET', '/api/sdk/snapshot', { token: key });
    const own = body.experiments.find(({ id }) => id === experiment.id);
    expect(own?.rules.map(({ id }) => id)).toEqual(idsOf(experiment));
  });

  it('OPS-04: is also kept or made when the previous release saves rules without ids', async () => {
    const experiment = await saved(inCountry('BR'), inGroups(groupIds), EVERYONE);
    const [br = '', , rest = ''] = idsOf(experiment);
    const rules = [inCountry('PT'), { ...inCountry('BR'), valueSpec: DISABLED }, EVERYONE];
    await server.database.sql
      .update(experiments)
      .set({ rules: rules as never }) // Without ids they do not match the type.
      .where(eq(experiments.id, experiment.id));
    const [added = '', ...kept] = idsOf(await get(experiment));
    expect(kept).toEqual([br, rest]);
    expect(added).toMatch(UUID);
    expect(idsOf(experiment)).not.toContain(added);
  });
});
