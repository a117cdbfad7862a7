import type { Application, Company, Person } from '../company.ts';
import { addUses } from './add-uses.ts';
import { measureSplits } from './measured-history.ts';
import { ACTIVE_PEOPLE, emailOf, PEOPLE } from './people.ts';
import { ENVIRONMENTS, storefrontDocument } from './storefront.ts';

const SMALL_APPLICATIONS = [
  'Checkout',
  'Logistics',
  'Mobile banking',
  'Customer care',
  'Warehouse',
  'Partner portal',
  'Risk engine',
] as const;
const AUDIT_ENTRIES = 2000;

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Listed {
  readonly id: string;
  readonly status: string;
}

/**
 * Fills a company as if it were in use: 8 applications, one of them with 300 toggles, 4 environments,
 * 63 experiments, 40 target groups and 25 properties; 30 users, and a history of 2,000 entries. Three of the
 * experiments have an analysis, and toggles have each state of a lifecycle. Resolves with the largest application.
 */
export async function fillLargeCompany(
  company: Company,
  databaseUrl: string,
): Promise<Application> {
  const storefront = await company.createApplication('Storefront', ENVIRONMENTS);
  await company.call('POST', `/api/apps/${storefront.id}/import`, storefrontDocument());
  const small = [];
  for (const name of SMALL_APPLICATIONS) {
    const application = await company.createApplication(name, ENVIRONMENTS);
    await fillSmallApplication(company, application);
    small.push(application);
  }
  const people = await addPeople(company, [storefront, ...small]);
  await writeHistory(company, storefront, people);
  await measureSplits(company, storefront, databaseUrl);
  await addUses(storefront, databaseUrl);
  await scanCode(company, storefront);
  return storefront;
}

/** Every fifth toggle is named in code, so that not all that nobody uses are ready to be removed. */
async function scanCode(company: Company, { id }: Application): Promise<void> {
  const toggles = await company.call<Named[]>('GET', `/api/apps/${id}/toggles`);
  await company.call('PUT', `/api/apps/${id}/code-references`, {
    repository: 'acme/storefront',
    branch: 'main',
    commit: '4f2a91c07be35d1c9a86e20f4c1b7d3e5a9f8061',
    committedAt: new Date().toISOString(),
    urlTemplate: 'https://git.example.com/acme/storefront/blob/{commit}/{path}#L{line}',
    references: toggles
      .filter((_, place) => place % 5 === 0)
      .map(({ name }, place) => ({
        toggle: name,
        count: 2,
        places: [
          { path: 'src/pages/checkout.ts', line: 12 + place, column: 9 },
          { path: 'src/server/routes.ts', line: 40 + place, column: 21 },
        ],
      })),
  });
}

async function fillSmallApplication(company: Company, { id, environments }: Application) {
  const names = ['new-layout', 'search.ranking', 'read-only', 'maintenance-banner'];
  for (const name of names) {
    const toggle = await company.call<Named>('POST', `/api/apps/${id}/toggles`, {
      name,
      values: ['enabled', 'disabled'],
      defaultValue: 'disabled',
    });
    const production = environments.at(-1);
    if (name !== 'new-layout' || production === undefined) continue;
    await company.call('POST', `/api/apps/${id}/envs/${production.id}/experiments`, {
      toggleId: toggle.id,
      rules: [
        {
          type: 'ALL_USERS',
          valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } },
        },
      ],
    });
  }
}

/** Adds all users; those without a password stay invited. Resolves with ten who may use the first application. */
async function addPeople(company: Company, applications: readonly Application[]) {
  const [storefront] = applications;
  const people: Person[] = [company.admin];
  for (const [index, name] of PEOPLE.entries()) {
    const email = emailOf(name);
    const granted = applications.filter((_, place) => place === 0 || (index + place) % 3 === 0);
    const user = { name, email, admin: index < 2, apps: granted.map(({ id }) => id) };
    if (index < ACTIVE_PEOPLE) people.push(await company.addUser(user));
    else await company.call('POST', '/api/users', user);
  }
  return storefront === undefined ? [] : people.slice(0, 10);
}

/** Several people edit descriptions, and pause and restart experiments. */
async function writeHistory(company: Company, { id, environments }: Application, people: Person[]) {
  const toggles = await company.call<Named[]>('GET', `/api/apps/${id}/toggles`);
  const experiments = [];
  for (const { id: envId } of environments) {
    const path = `/api/apps/${id}/envs/${envId}/experiments`;
    for (const { id: experimentId, status } of await company.call<Listed[]>('GET', path)) {
      experiments.push({ path: `${path}/${experimentId}`, status });
    }
  }
  const isEnough = async () => {
    const path = `/api/audit-logs?page=1&size=1`;
    return (await company.call<{ totalPages: number }>('GET', path)).totalPages;
  };
  for (let round = 0; (await isEnough()) < AUDIT_ENTRIES; round++) {
    for (const [index, { path, status }] of experiments.entries()) {
      const call = company.callAs(personAt(people, index + round));
      const [first, second] = status === 'ACTIVE' ? ['pause', 'restart'] : ['restart', 'pause'];
      await call('POST', `${path}/${first}`);
      await call('POST', `${path}/${second}`);
    }
    for (const [index, toggle] of toggles.slice(round * 20, round * 20 + 20).entries()) {
      const call = company.callAs(personAt(people, index));
      const path = `/api/apps/${id}/toggles/${toggle.id}`;
      const body = await call<{ description: string }>('GET', path);
      await call('PUT', path, { ...body, description: `${body.description}.` });
    }
  }
}

function personAt(people: readonly Person[], index: number): Person {
  return people[index % people.length] as Person; // The list is never empty: it contains the admin.
}
