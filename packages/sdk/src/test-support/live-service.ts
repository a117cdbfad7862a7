import type { AddressInfo } from 'node:net';
import type { ValueSpec } from '@comporta/engine/snapshot';
import type { ValueType } from '@comporta/engine/vocabulary';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
} from '@comporta/server/testing/builders';
import { startTestServer } from '@comporta/server/testing/test-server';

/** The real service on a real PostgreSQL, listening on a port, with one application. */
export interface LiveService {
  readonly url: string;
  readonly databaseUrl: string;
  readonly applicationId: string;
  readonly environmentId: string;
  /** Creates a new key of the environment, and revokes the previous one. */
  newKey(): Promise<string>;
  /** Resolves with the id of the new toggle. Its default is the last of its values. */
  addToggle(name: string, values?: readonly string[], valueType?: ValueType): Promise<string>;
  get(path: string): Promise<unknown>;
  /** Gives everybody this value of the toggle; resolves when that is committed. */
  release(toggleId: string, value: string): Promise<void>;
  /** Gives the members of a list `enabled`. */
  releaseToList(toggleId: string, listId: string): Promise<void>;
  /** Gives `enabled` to whom another toggle gives this value. */
  releaseWith(toggleId: string, otherId: string, value: string): Promise<void>;
  split(toggleId: string, percentages: Readonly<Record<string, number>>): Promise<void>;
  close(): Promise<void>;
}

export async function startLiveService(): Promise<LiveService> {
  const server = await startTestServer();
  const admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId);
  const environmentId = application.environmentIds[0] ?? '';
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port, so the address is an object.
  const experiments = `/api/apps/${application.id}/envs/${environmentId}/experiments`;

  async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const answer = await server.call<Body>(method, path, { token: admin.token, body });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer));
    return answer.body;
  }

  async function decide(toggleId: string, valueSpec: ValueSpec): Promise<void> {
    await call('POST', experiments, { toggleId, rules: [{ type: 'ALL_USERS', valueSpec }] });
  }

  async function enableFor(toggleId: string, rule: object): Promise<void> {
    const valueSpec = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });
    const others = { type: 'ALL_USERS', valueSpec: valueSpec('disabled'), order: 2 };
    const rules = [{ ...rule, valueSpec: valueSpec('enabled'), order: 1 }, others];
    await call('POST', experiments, { toggleId, rules });
  }

  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: server.database.url,
    applicationId: application.id,
    environmentId,
    newKey: () => createEnvironmentKey(server, environmentId),
    async addToggle(name, values = ['enabled', 'disabled'], valueType = undefined) {
      const body = { name, values, defaultValue: values.at(-1), valueType };
      const { id } = await call<{ id: string }>(
        'POST',
        `/api/apps/${application.id}/toggles`,
        body,
      );
      return id;
    },
    get: (path) => call('GET', path),
    release: (toggleId, exactValue) => decide(toggleId, { type: 'EXACT_VALUE', exactValue }),
    releaseToList: (toggleId, term) =>
      enableFor(toggleId, {
        type: 'PROPERTY',
        propertyRule: { propertyId: 'uid', expression: 'IN_LIST', term },
      }),
    releaseWith: (toggleId, otherId, value) =>
      enableFor(toggleId, {
        type: 'TOGGLE_DEPENDENCY',
        toggleDependencyRule: { toggleId: otherId, value },
      }),
    split: (toggleId, split) => decide(toggleId, { type: 'SPLIT', split }),
    async close() {
      // Node does not count a connection without any request as idle, and would wait for it.
      server.http.server.closeAllConnections();
      await server.close();
    },
  };
}
