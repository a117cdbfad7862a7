import { randomUUID } from 'node:crypto';
import type { Results } from '@comporta/contract/analyses/results';
import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { isProduction } from '@comporta/contract/applications/production';
import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import type { ToggleCode } from '@comporta/contract/code-references/code-references';
import type { ResultOf } from '@comporta/contract/endpoint';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { namedRule, type RuleNames, ruleNamesOf } from '@comporta/contract/experiments/named-rule';
import type { IdList } from '@comporta/contract/id-lists/id-list';
import type { listLifecycles } from '@comporta/contract/lifecycle/lifecycle-api';
import type { Property } from '@comporta/contract/properties/property';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { DOCUMENT_FORMAT } from '@comporta/contract/transfer/application-document';
import type { ImportResult } from '@comporta/contract/transfer/transfer-api';
import * as z from 'zod';
import { CommandFailure, Refused } from '../command-failure.ts';
import { postAsRequest } from '../import/post-as-request.ts';
import { type AskedService, findApplicationId } from '../service.ts';
import { bounded, boundedThing } from './bounded.ts';

/** As many as the service divides users into when an experiment is created. */
const BUCKETS = 10_000;

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Offered only where it was allowed, and to a key that may write. */
  readonly writes?: true;
  /** Changes nothing, but the service answers it only to a key that may write. */
  readonly needsWrite?: true;
  call(service: AskedService, input: z.output<Input>): Promise<object>;
}

/** Keeps the type of the input for `call`. */
function tool<Input extends z.ZodObject>(one: Tool<Input>): Tool {
  return one as unknown as Tool; // The server checks the input by the same schema before it calls.
}

const application = z.string().optional().describe('Name; may be left out if there is only one.');
const environment = z.string().describe('Name of an environment of the application.');
const toggle = z.string().describe('Name of a toggle.');

/** Not z.record, which drops a property with the name `__proto__`. */
const anyProperties = z
  .unknown()
  .refine(
    (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
    'not an object',
  )
  .meta({ type: 'object', additionalProperties: {} });

type Lifecycles = ResultOf<typeof listLifecycles>;

const ofApplication = z.object({ application });
const ofToggle = z.object({ application, toggle });

async function applicationOf(
  service: AskedService,
  name: string | undefined,
): Promise<ApplicationSummary> {
  const id = await findApplicationId(service, name);
  const all = await service.get<readonly ApplicationSummary[]>('/api/apps');
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new CommandFailure(`there is no application ${name}`);
  return found;
}

function environmentOf({ name, environments }: ApplicationSummary, wanted: string) {
  const found = environments.find((one) => one.name === wanted);
  if (found !== undefined) return found;
  const names = environments.map((one) => one.name).join(', ');
  throw new CommandFailure(`${name} has no environment ${wanted}, only: ${names}`);
}

async function toggleOf(service: AskedService, appId: string, name: string): Promise<Toggle> {
  const all = await service.get<readonly Toggle[]>(`/api/apps/${appId}/toggles`);
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new CommandFailure(`there is no toggle ${name}`);
  return found;
}

async function pathOfToggle(
  service: AskedService,
  input: z.output<typeof ofToggle>,
): Promise<string> {
  const appId = await findApplicationId(service, input.application);
  const { id } = await toggleOf(service, appId, input.toggle);
  return `/api/apps/${appId}/toggles/${id}`;
}

/** What is at a path; undefined where nothing is, as beside a service of a release before. */
async function getKnown<Answer>(service: AskedService, path: string): Promise<Answer | undefined> {
  return service.get<Answer>(path).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  });
}

/** Of the toggles that are not archived; undefined beside a service that knows no states. */
async function statesOf(service: AskedService, appId: string) {
  const found = await getKnown<Lifecycles>(service, `/api/apps/${appId}/lifecycle`);
  return found && new Map(found.items.map((one) => [one.toggleId, one]));
}

/** The toggles with their states; those that are archived have none. */
async function togglesOf(service: AskedService, name: string | undefined) {
  const appId = await findApplicationId(service, name);
  const toggles = await service.get<readonly Toggle[]>(`/api/apps/${appId}/toggles`);
  const states = await statesOf(service, appId);
  return {
    isStateKnown: states !== undefined,
    all: toggles.map(({ id, ...one }) => ({ toggle: one, state: states?.get(id) })),
  };
}

interface SavedRules {
  readonly application?: string | undefined;
  readonly environment: string;
  readonly toggle: string;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  readonly reason: string;
}

/** By an import of this one experiment, because documents name what rules refer to. */
async function saveRules(
  service: AskedService,
  { application: name, environment: wanted, toggle: toggleName, rules, reason }: SavedRules,
): Promise<object> {
  const found = await applicationOf(service, name);
  const environment = environmentOf(found, wanted);
  const { id } = await toggleOf(service, found.id, toggleName);
  const stored = (await experimentsOf(service, found.id, id)).find(
    ({ envId }) => envId === environment.id,
  );
  const { status = 'ACTIVE', salt = randomUUID(), buckets = BUCKETS } = stored ?? {};
  const document = {
    format: DOCUMENT_FORMAT,
    application: found.name,
    environments: [wanted],
    ...{ properties: [], targetGroups: [], toggles: [] },
    experiments: [{ environment: wanted, toggle: toggleName, status, salt, buckets, rules }],
  };
  // A person applies it, also where nobody has to approve.
  const asRequest = { asRequest: 'true', start: 'MANUAL', title: `Rules of ${toggleName}` };
  const query = new URLSearchParams(asRequest);
  const { changes, changeRequest } = isProduction(environment)
    ? await postAsRequest(service, { appId: found.id, query, document, reason })
    : await service.post<ImportResult>(`/api/apps/${found.id}/import`, document, reason);
  return changeRequest === undefined
    ? { saved: changes.length > 0 }
    : { changeRequest: { number: changeRequest.number, state: changeRequest.state } };
}

/** What a toggle has in each environment. */
async function experimentsOf(
  service: AskedService,
  appId: string,
  toggleId: string,
): Promise<Experiment[]> {
  const all = await service.get<readonly ExperimentSummary[]>(`/api/apps/${appId}/experiments`);
  return Promise.all(
    all
      .filter((one) => one.toggleId === toggleId)
      .map(({ envId, id }) =>
        service.get<Experiment>(`/api/apps/${appId}/envs/${envId}/experiments/${id}`),
      ),
  );
}

/** The names of what rules refer to. Not by the export, which is an entry in the audit log. */
async function namesOf(service: AskedService, appId: string): Promise<RuleNames> {
  const [properties, targetGroups, toggles, idLists] = await Promise.all([
    service.get<readonly Property[]>(`/api/apps/${appId}/properties`),
    service.get<readonly TargetGroup[]>(`/api/apps/${appId}/target-groups`),
    service.get<readonly Toggle[]>(`/api/apps/${appId}/toggles`),
    getKnown<readonly IdList[]>(service, `/api/apps/${appId}/id-lists`),
  ]);
  return ruleNamesOf({ properties, targetGroups, toggles, idLists: idLists ?? [] });
}

/** Every tool is calls of the API with the caller's key: what it may do, limits and audit entries are those of the service. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'list_applications',
    description: 'List the applications and their environments.',
    input: z.object({}),
    async call(service) {
      const all = await service.get<readonly ApplicationSummary[]>('/api/apps');
      return bounded(
        all.map(({ name, environments }) => ({
          application: name,
          environments: environments.map((one) => ({
            environment: one.name,
            production: isProduction(one),
          })),
        })),
      );
    },
  }),
  tool({
    name: 'list_toggles',
    description: 'List the toggles of an application, with what is known of their use.',
    input: ofApplication,
    async call(service, input) {
      const { all, isStateKnown } = await togglesOf(service, input.application);
      return bounded(
        all.map(({ toggle: { name, description, values, defaultValue, archived }, state }) => ({
          ...{ name, description, values, defaultValue, archived },
          state: state?.state,
          stale: isStateKnown ? state?.stale === true : undefined,
        })),
      );
    },
  }),
  tool({
    name: 'list_stale',
    description: 'List the toggles that should be removed, and the reasons.',
    input: ofApplication,
    async call(service, input) {
      const { all, isStateKnown } = await togglesOf(service, input.application);
      if (!isStateKnown)
        throw new CommandFailure('the service is too old to tell of stale toggles');
      return bounded(
        all.flatMap(({ toggle: { name, owner }, state }) =>
          state?.stale ? [{ name, owner, state: state.state, reasons: state.reasons }] : [],
        ),
      );
    },
  }),
  tool({
    name: 'get_toggle',
    description: 'Get a toggle and its rules in each environment, with names in place of ids.',
    input: ofToggle,
    async call(service, input) {
      const found = await applicationOf(service, input.application);
      const { id, name, description, values, defaultValue, valueType, archived, owner } =
        await toggleOf(service, found.id, input.toggle);
      const names = await namesOf(service, found.id);
      const { state, reasons } = (await statesOf(service, found.id))?.get(id) ?? {};
      const experiments = await experimentsOf(service, found.id, id);
      return boundedThing({
        ...{ name, description, values, defaultValue, valueType, archived, owner, state, reasons },
        experiments: experiments.map(({ envId, status, rules }) => ({
          environment: found.environments.find((one) => one.id === envId)?.name,
          status,
          rules: rules.map((rule) => namedRule(rule, names)),
        })),
      });
    },
  }),
  tool({
    name: 'explain',
    description: 'Explain what a toggle returns to a user, and which rule decides it.',
    needsWrite: true,
    input: z.object({
      ...ofToggle.shape,
      environment,
      uid: z.string().optional(),
      properties: anyProperties.optional(),
    }),
    async call(service, { uid, properties, ...input }) {
      const found = await applicationOf(service, input.application);
      const envId = environmentOf(found, input.environment).id;
      const { id: toggleId } = await toggleOf(service, found.id, input.toggle);
      const path = `/api/apps/${found.id}/envs/${envId}/evaluate`;
      const body = { uid, properties, toggleId };
      const [explanation] = await service.post<readonly ToggleExplanation[]>(path, body);
      return boundedThing({ ...explanation });
    },
  }),
  tool({
    name: 'get_results',
    description: 'Get the results of the newest analysis of a toggle that was started.',
    input: ofToggle,
    async call(service, input) {
      const path = await pathOfToggle(service, input);
      const results = await getKnown<Results>(service, `${path}/results`);
      if (results === undefined) {
        throw new CommandFailure(`no analysis of ${input.toggle} was started`);
      }
      return boundedThing(results);
    },
  }),
  tool({
    name: 'get_references',
    description: 'List the places in scanned code that name a toggle.',
    input: ofToggle,
    async call(service, input) {
      const path = await pathOfToggle(service, input);
      const all = await getKnown<ToggleCode>(service, `${path}/code`);
      if (all === undefined)
        throw new CommandFailure('the service is too old to tell of places in code');
      const places = all.flatMap(({ places: some, ...about }) =>
        some.map((at) => ({ ...about, ...at })),
      );
      return { count: all.reduce((sum, { count }) => sum + count, 0), ...bounded(places) };
    },
  }),
  tool({
    name: 'list_changes',
    description: 'List the newest changes of an application: who changed what, and why.',
    input: z.object({ application, words: z.string().optional().describe('Words in names.') }),
    async call(service, input) {
      const appId = await findApplicationId(service, input.application);
      const query = new URLSearchParams({
        size: '100',
        ...(input.words !== undefined && { q: input.words }),
      });
      const page = await service.get<{ readonly items: readonly AuditEntry[] }>(
        `/api/apps/${appId}/audit-logs?${query}`,
      );
      return bounded(
        page.items.map(({ timestamp, headline, items, actor, reason }) => ({
          ...{ timestamp, headline, items, reason },
          by: actor.name,
        })),
      );
    },
  }),
  tool({
    name: 'create_toggle',
    description: 'Create a toggle. It returns its default value until it has rules.',
    writes: true,
    input: z.object({
      application,
      name: z.string(),
      description: z.string().optional(),
      values: z.array(z.string()).describe('For an on/off toggle: ["enabled", "disabled"].'),
      defaultValue: z.string(),
    }),
    async call(service, { application: name, ...body }) {
      const appId = await findApplicationId(service, name);
      const { version } = await service.post<Toggle>(`/api/apps/${appId}/toggles`, body);
      return { created: body.name, version };
    },
  }),
  tool({
    name: 'save_rules',
    description:
      'Replace the rules of a toggle in one environment, in the form of get_toggle. In production-like environments a change request is filed for people to approve and apply.',
    writes: true,
    input: z.object({
      ...ofToggle.shape,
      environment,
      rules: z.array(z.record(z.string(), z.unknown())).min(1),
      reason: z.string().describe('Why, for the audit log and for those who approve.'),
    }),
    call: saveRules,
  }),
];
