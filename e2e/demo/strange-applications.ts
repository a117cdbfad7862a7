import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { NEW_TOGGLE } from '@comporta/contract/toggles/toggle';
import { inferValueType } from '@comporta/engine/typed-value';
import type { Application, Company } from '../company.ts';
import { idsOf, importInto } from '../imported.ts';
import { everyone, exactly } from '../ruled-application.ts';

const MOST_ENVIRONMENTS = 100;

/** An application that is not like others, with a toggle and its experiment in Production. */
export interface StrangeApplication {
  readonly id: string;
  readonly production: string;
  readonly toggleId: string;
  readonly experimentId: string;
}

/** As many environments as an application may have, with rules in every second one. */
export async function createManyEnvironments(company: Company): Promise<StrangeApplication> {
  const regions = Array.from(
    { length: MOST_ENVIRONMENTS - 1 },
    (_, index) => `Region ${index + 1}`,
  );
  const application = await company.createApplication('World', [...regions, 'Production']);
  const button = toggle('checkout.button', ['blue', 'red', 'green'], 'blue');
  await importInto(company, application, {
    toggles: [button, toggle('search.ranking', ['v1', 'v2'], 'v1')],
    experiments: ['Production', ...regions.filter((_, index) => index % 2 === 0)].map(
      (environment) => decide(environment, 'checkout.button', [everyone('red')]),
    ),
  });
  return found(company, application, 'checkout.button');
}

/** Names, values and terms that are written from right to left, some with digits and Latin letters inside. */
export async function createRightToLeft(company: Company): Promise<StrangeApplication> {
  const application = await company.createApplication('متجر الكتب', ['تطوير', 'Production']);
  await importInto(company, application, {
    properties: [{ key: 'city', type: 'STRING', description: 'المدينة التي يصل إليها الطرد' }],
    targetGroups: [
      {
        ...{ name: 'عملاء مخلصون (10+)', description: 'עשר הזמנות או יותר', policy: 'AND' },
        conditions: [{ property: 'city', expression: 'IN', term: 'القاهرة, תל אביב, Lisboa' }],
      },
    ],
    toggles: [
      toggle('checkout.button', ['نعم', 'לא', 'maybe 2'], 'לא'),
      toggle('search.v2', ['ישן', 'חדש'], 'ישן'),
    ],
    experiments: [
      decide('Production', 'checkout.button', [
        {
          type: 'TARGET_GROUP',
          targetGroupRule: { policy: 'ANY_OF', targetGroups: ['عملاء مخلصون (10+)'] },
          valueSpec: exactly('نعم'),
        },
        {
          type: 'PROPERTY',
          propertyRule: { property: 'city', expression: 'EQUALS', term: 'القاهرة' },
          valueSpec: { type: 'SPLIT', split: { نعم: 70, לא: 20, 'maybe 2': 10 } },
        },
        everyone('לא'),
      ]),
      decide('Production', 'search.v2', [everyone('חדש')]),
    ],
  });
  return found(company, application, 'checkout.button');
}

function toggle(name: string, values: readonly string[], defaultValue: string) {
  return { ...NEW_TOGGLE, name, values, defaultValue, valueType: inferValueType(values) };
}

function decide(environment: string, name: string, rules: readonly NamedRule[]) {
  return { environment, toggle: name, status: 'ACTIVE', salt: name, buckets: 100, rules } as const;
}

async function found(
  company: Company,
  { id, environments }: Application,
  name: string,
): Promise<StrangeApplication> {
  const production = environments.find((each) => each.name === 'Production')?.id ?? '';
  const [toggles, experiments] = await Promise.all([
    idsOf(company, `/api/apps/${id}/toggles`, 'name'),
    idsOf(company, `/api/apps/${id}/envs/${production}/experiments`, 'toggleName'),
  ]);
  return {
    id,
    production,
    toggleId: toggles[name] ?? '',
    experimentId: experiments[name] ?? '',
  };
}
