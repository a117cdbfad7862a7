import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { Results } from '@comporta/contract/analyses/results';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { type Company, PASSWORD } from './company.ts';

/** An application with a toggle of each value type, and with experiments for each reason of a value. */
export interface TypedApplication {
  readonly key: string;
  /** Creates a new environment key; the previous one is refused from then on. */
  newKey(): Promise<string>;
  /** Creates a client key for pages of this origin. */
  clientKey(origin: string): Promise<string>;
  /** Gives everyone this value of `new-checkout`: one rule replaces the others. */
  release(value: string): Promise<void>;
  /** Gives half of the users each value of `half`, and measures how many of them send this event. */
  measureHalf(eventKey: string): Promise<Measured>;
}

export interface Measured {
  /** Users exposed to `half`, and those of them who sent the event, as the results count them. */
  counted(): Promise<{ readonly users: number; readonly positive: number }>;
}

const TOGGLES = {
  'new-checkout': { values: ['enabled', 'disabled'] },
  theme: { values: ['dark', 'light'] },
  'page-size': { values: ['25.5', '10'], valueType: 'NUMBER' },
  limits: { values: ['{"max":9}', '{"max":5}'], valueType: 'JSON' },
  half: { values: ['enabled', 'disabled'] },
  paused: { values: ['enabled', 'disabled'] },
} as const;
type ToggleName = keyof typeof TOGGLES;

function exactly(exactValue: string) {
  return { type: 'EXACT_VALUE', exactValue };
}

function everyone(value: string) {
  return { type: 'ALL_USERS', valueSpec: exactly(value) };
}

/** Creates the application. The default is the last value of each toggle; `theme` and `limits` have no experiment. */
export async function createTypedApplication(company: Company): Promise<TypedApplication> {
  const { id: appId, environments } = await company.createApplication('Shop', ['Production']);
  const envId = environments[0]?.id ?? '';
  const create = (path: string, body: object) =>
    company.call<{ readonly id: string }>('POST', `/api/apps/${appId}/${path}`, body);
  const country = await create('properties', { key: 'country', type: 'STRING', description: '' });
  const ids = new Map<string, string>();
  for (const [name, toggle] of Object.entries(TOGGLES)) {
    const { id } = await create('toggles', { name, defaultValue: toggle.values.at(-1), ...toggle });
    ids.set(name, id);
  }
  const experiments = `/api/apps/${appId}/envs/${envId}/experiments`;
  const decide = (name: ToggleName, ...rules: readonly object[]) =>
    company.call<{ readonly id: string }>('POST', experiments, { toggleId: ids.get(name), rules });

  const propertyRule = { propertyId: country.id, expression: 'EQUALS', term: 'BR' };
  const checkout = await decide(
    'new-checkout',
    { type: 'PROPERTY', propertyRule, valueSpec: exactly('enabled') },
    everyone('disabled'),
  );
  await decide('page-size', everyone('25.5'));
  const half = await decide('half', {
    type: 'ALL_USERS',
    valueSpec: { type: 'SPLIT', split: { enabled: 100, disabled: 0 } },
  });
  const paused = await decide('paused', everyone('enabled'));
  await company.call('POST', `${experiments}/${paused.id}/pause`);

  const newKey = () =>
    company.call<string>('POST', `/api/apps/${appId}/env/${envId}/new-token`, {
      password: PASSWORD,
    });
  return {
    key: await newKey(),
    newKey,
    async clientKey(origin) {
      const path = `/api/apps/${appId}/env/${envId}/client-key`;
      await company.call('PUT', path, { origins: [origin] });
      const { key } = await company.call<{ readonly key: string }>('POST', path, {
        password: PASSWORD,
      });
      return key;
    },
    async measureHalf(eventKey) {
      const path = `${experiments}/${half.id}`;
      const split = { type: 'SPLIT', split: { enabled: 50, disabled: 50 } };
      const { rules } = await company.call<Experiment>('PUT', path, {
        rules: [{ type: 'ALL_USERS', valueSpec: split }],
      });
      const metric = { key: eventKey, name: eventKey, kind: 'CONVERSION', eventKey };
      const { id: metricId } = await create('metrics', metric);
      const plan = { ruleId: rules[0]?.id, goal: { metricId } };
      const { id } = await company.call<Analysis>('POST', `${path}/analyses`, plan);
      await company.call('POST', `${path}/analyses/${id}/start`);
      return {
        async counted() {
          const { metrics } = await company.call<Results>('GET', `${path}/results`);
          const values = metrics[0]?.values ?? [];
          const sumOf = (part: 'users' | 'positive') =>
            values.reduce((sum, value) => sum + value[part], 0);
          return { users: sumOf('users'), positive: sumOf('positive') };
        },
      };
    },
    async release(value) {
      const path = `${experiments}/${checkout.id}`;
      const stored = await company.call('GET', path);
      await company.call('PUT', path, { ...stored, rules: [everyone(value)] });
    },
  };
}
