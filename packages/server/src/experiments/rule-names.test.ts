import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { Snapshot } from '@comporta/engine/snapshot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { experiments } from '../tables/experiments.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createProperty,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let environment: string;
let countryId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  environment = `/api/apps/${application.id}/envs/${application.environmentIds[0]}`;
  countryId = await createProperty(server, application.id, { key: 'country', type: 'STRING' });
});
afterAll(() => server.close());

const EVERYONE = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } };

function inCountry(term: string, rest: object = {}) {
  const propertyRule = { propertyId: countryId, expression: 'EQUALS', term };
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'enabled' };
  return { type: 'PROPERTY', propertyRule, valueSpec, ...rest };
}

async function call<Body>(method: string, at: string, body?: unknown): Promise<Body> {
  const answer = await server.call<Body>(method, at, { token: admin.token, body });
  expect(answer.status, `${method} ${at}`).toBeLessThan(300);
  return answer.body;
}

/** Creates it through the API, because a snapshot in memory is only updated by recorded changes. */
async function newToggle(): Promise<string> {
  const body = { name: newId(), values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  return (await call<Toggle>('POST', `/api/apps/${application.id}/toggles`, body)).id;
}

async function saved(...rules: readonly object[]): Promise<Experiment> {
  return call('POST', `${environment}/experiments`, { toggleId: await newToggle(), rules });
}

function edit({ id }: Experiment, ...rules: readonly object[]): Promise<Experiment> {
  return call('PUT', `${environment}/experiments/${id}`, { rules });
}

function namesOf({ rules }: Pick<Experiment, 'rules'>) {
  return rules.map(({ name }) => name);
}

describe('CDW-44: the name of a rule', () => {
  it('is stored normalised, is in responses, and is copied to a clone', async () => {
    const experiment = await saved(inCountry('BR', { name: ' Cafe\u0301 fans ' }), EVERYONE);
    expect(namesOf(experiment)).toEqual(['Caf\u00e9 fans', undefined]);
    const at = `${environment}/experiments/${experiment.id}`;
    expect(await call('GET', at)).toEqual(experiment);
    const clone = await call<Experiment>('POST', `${at}/to/${application.environmentIds[1]}`);
    expect(namesOf(clone)).toEqual(namesOf(experiment));
  });

  it('stays with its rule when no name is sent, and is removed by an empty name', async () => {
    const experiment = await saved(
      inCountry('BR', { name: 'Brazil' }),
      inCountry('PT', { name: 'Portugal' }),
      EVERYONE,
    );
    const [br, pt] = experiment.rules;
    // Older clients send rules without names, and with or without ids.
    const kept = await edit(experiment, inCountry('AO', { id: pt?.id }), inCountry('BR'), EVERYONE);
    expect(namesOf(kept)).toEqual(['Portugal', 'Brazil', undefined]);
    const gone = await edit(
      experiment,
      inCountry('AO', { id: pt?.id, name: '' }),
      inCountry('BR', { id: br?.id, name: null }),
      EVERYONE,
    );
    expect(namesOf(gone)).toEqual([undefined, undefined, undefined]);
  });

  it('does not make equal rules different: DUPLICATED_RULE', async () => {
    const toggleId = await newToggle();
    const rules = [inCountry('BR', { name: 'One' }), inCountry('BR', { name: 'Two' }), EVERYONE];
    const options = { token: admin.token, body: { toggleId, rules } };
    expect(await server.call('POST', `${environment}/experiments`, options)).toMatchObject({
      status: 409,
      body: { error_code: 'DUPLICATED_RULE', meta_data: { rule_order: [2] } },
    });
  });

  it('is in no snapshot, and changes no byte of the responses to systems', async () => {
    const experiment = await saved(inCountry('BR'), EVERYONE);
    const token = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
    const fetchUrl = '/api/toggles?uid=ana&country=BR';
    const flagUrl = `/ofrep/v1/evaluate/flags/${experiment.toggleName}`;
    const context = { context: { targetingKey: 'ana', country: 'BR' } };
    const answers = async () => ({
      toggles: await server.call('GET', fetchUrl, { token }),
      flag: await server.call<{ metadata?: object }>('POST', flagUrl, { token, body: context }),
      experiments: (await server.call<Snapshot>('GET', '/api/sdk/snapshot', { token })).body
        .experiments,
    });
    const bytes = ({ toggles, flag, experiments }: Awaited<ReturnType<typeof answers>>) =>
      JSON.stringify([
        toggles.body,
        // Every save makes a new revision.
        { ...flag.body, metadata: { ...flag.body.metadata, revision: undefined } },
        experiments,
      ]);
    const before = bytes(await answers());
    const [br] = experiment.rules;
    await edit(experiment, inCountry('BR', { id: br?.id, name: 'Brazil beta' }), EVERYONE);
    expect(bytes(await answers())).toBe(before);
  });

  it('is in the audit log, in both languages', async () => {
    const experiment = await saved(inCountry('BR', { name: 'Brazil' }), EVERYONE);
    const [br] = experiment.rules;
    const id = br?.id;
    await edit(experiment, inCountry('BR', { id, name: 'Brazil beta' }), EVERYONE);
    await edit(experiment, inCountry('PT', { id, name: 'Iberia' }), EVERYONE);
    await edit(experiment, inCountry('AO', { id }), EVERYONE);
    await edit(experiment, inCountry('AO', { id, name: '' }), EVERYONE);
    const itemsIn = async (language: string) => {
      await call('POST', `/api/users/me/lang/${language}`);
      const log = `/api/apps/${application.id}/audit-logs?entity=${experiment.id}`;
      const { items } = await call<{ items: readonly AuditEntry[] }>('GET', log);
      return items.map((entry) => entry.items);
    };
    expect(await itemsIn('en')).toEqual([
      ['Name of rule #1 removed: “Iberia”'],
      ['Rule #1 Iberia: country equals PT: enabled → country equals AO: enabled'],
      [
        'Name of rule #1: “Brazil beta” → “Iberia”',
        'Rule #1 Iberia: country equals BR: enabled → country equals PT: enabled',
      ],
      ['Name of rule #1: “Brazil” → “Brazil beta”'],
      expect.arrayContaining(['Rule #1 Brazil: country equals BR: enabled']),
    ]);
    expect(await itemsIn('pt')).toContainEqual(['Nome da regra #1: “Brazil” → “Brazil beta”']);
  });

  it('is exported and imported; a document without names keeps it', async () => {
    const experiment = await saved(inCountry('BR', { name: 'Brazil' }), EVERYONE);
    const document = await call<ApplicationDocument>('GET', `/api/apps/${application.id}/export`);
    const own = document.experiments.find(({ toggle }) => toggle === experiment.toggleName);
    expect(own?.rules.map(({ name }) => name)).toEqual(['Brazil', undefined]);
    const importOf = async (name: string | undefined) => {
      const experiments = document.experiments.map((one) =>
        one !== own
          ? one
          : { ...own, rules: own.rules.map((rule, index) => (index ? rule : { ...rule, name })) },
      );
      await call('POST', `/api/apps/${application.id}/import`, { ...document, experiments });
      return namesOf(await call('GET', `${environment}/experiments/${experiment.id}`))[0];
    };
    expect(await importOf('Brazil beta')).toBe('Brazil beta');
    expect(await importOf(undefined)).toBe('Brazil beta');
  });

  it('stays when the previous release saves, which knows neither ids nor names', async () => {
    const experiment = await saved(
      inCountry('BR', { name: 'Brazil' }),
      inCountry('PT', { name: 'Portugal' }),
      { ...EVERYONE, name: 'The others' },
    );
    const [, pt, rest] = experiment.rules;
    await server.database.sql
      .update(experiments)
      .set({ rules: [inCountry('AO'), inCountry('PT'), EVERYONE] as never }) // Without ids they do not match the type.
      .where(eq(experiments.id, experiment.id));
    const { rules } = await call<Experiment>('GET', `${environment}/experiments/${experiment.id}`);
    expect(namesOf({ rules })).toEqual([undefined, 'Portugal', 'The others']);
    expect(rules.map(({ id }) => id)).toEqual([expect.any(String), pt?.id, rest?.id]);
  });

  it('is in the trace of a saved experiment and of a draft', async () => {
    const experiment = await saved(inCountry('BR', { name: 'Brazil' }), EVERYONE);
    const { toggleId } = experiment;
    const traced = async (body: object) => {
      const [explanation] = await call<ToggleExplanation[]>(
        'POST',
        `${environment}/evaluate`,
        body,
      );
      return explanation?.rules.map(({ name }) => name);
    };
    expect(await traced({ uid: 'ana', toggleId })).toEqual(['Brazil', undefined]);
    const nobody = { token: admin.token, body: { toggleId: '' } };
    expect(await server.call('POST', `${environment}/evaluate`, nobody)).toMatchObject({
      body: { error_code: 'NO_TOGGLE' },
    });
    const rules = [inCountry('PT', { name: 'Portugal' }), EVERYONE];
    expect(await traced({ uid: 'ana', draft: { toggleId, rules } })).toEqual([
      'Portugal',
      undefined,
    ]);
  });
});
