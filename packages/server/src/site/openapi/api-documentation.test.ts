import { isErrorCode, statusOf } from '@comporta/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { ApiDocument } from './describe-api.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly security: readonly object[];
}

let server: TestServer;
let document: ApiDocument;
let operations: readonly (readonly [string, Operation])[];

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.call<ApiDocument>('GET', '/api/openapi.json')).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const,
    ),
  );
});
afterAll(() => server.close());

describe('the documentation of the API', () => {
  it('has exactly the served routes, apart from those that return 405', async () => {
    const served = routesOf(server.http.printRoutes({ commonPrefix: false }))
      .filter((route) => /^\w+ \/(api|oauth|ofrep)\//.test(route))
      // Browsers are sent to a callback, not programs.
      .filter((route) => !/^(HEAD|OPTIONS) |\/api\/(docs|openapi\.json)|\/callback$/.test(route))
      .map((route) => route.replace(/:(\w+)/g, '{$1}'));
    const documented = operations.map(([route]) => route);
    expect(served).toEqual(expect.arrayContaining(documented));
    for (const route of served.filter((one) => !documented.includes(one))) {
      const [method = '', url = ''] = route.split(' ');
      const { statusCode } = await server.http.inject({ method: method as 'GET', url });
      expect([route, statusCode]).toEqual([route, 405]);
    }
  });

  it('contains every schema that it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, to]) => to,
    );
    expect(references.length).toBeGreaterThan(0);
    const known = Object.keys(document.components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    );
    expect(known).toEqual(expect.arrayContaining([...new Set(references)]));
  });

  it('gives operations unique names, and describes each path parameter', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const [route, { parameters }] of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(
        inPath.map(({ name }) => `{${name}}`),
        route,
      ).toEqual(route.match(/\{\w+\}/g) ?? []);
    }
  });

  it('lists the error codes of each call, by status', () => {
    const { responses } = operationOf('POST /api/apps/{appId}/properties');
    expect(Object.keys(responses).sort()).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
      '507',
    ]);
    expect(responses['409']?.description).toBe(
      'APPROVAL_REQUIRED, DUPLICATE_KEY, ENVIRONMENT_READ_ONLY, FROZEN, OLDER_NODE',
    );
    for (const [route, { responses: all }] of operations) {
      for (const [status, { description }] of Object.entries(all)) {
        const [, path = ''] = route.split(' ');
        for (const code of description.split(', ').filter(isErrorCode)) {
          expect(`${statusOf(code, path)}`, `${route} ${code}`).toBe(status);
        }
      }
    }
  });

  it('lists the accepted credentials of each call', () => {
    expect(operationOf('GET /api/config').security).toEqual([]);
    expect(operationOf('POST /oauth/token').security).toEqual([{ client: [] }]);
    expect(operationOf('GET /api/toggles').security).toEqual([{ environmentKey: [] }]);
    expect(operationOf('GET /api/apps').security).toEqual([
      { session: [] },
      { accountKey: [] },
      { token: ['read'] },
    ]);
  });

  it('works in a browser with a policy that allows no foreign content', async () => {
    const page = await server.http.inject({ method: 'GET', url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.payload).not.toMatch(/<script(?! src=)|https?:\/\//);
    for (const [, file] of page.payload.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
      const response = await server.http.inject({ method: 'GET', url: `/api/docs/${file}` });
      expect(response.statusCode, file).toBe(200);
    }
  });
});

function operationOf(route: string): Operation {
  const operation = operations.find(([name]) => name === route)?.[1];
  if (operation === undefined) throw new Error(`${route} is not documented`);
  return operation;
}

/** Converts the tree that the router prints to routes such as `GET /api/apps`. */
function routesOf(tree: string): string[] {
  const routes: string[] = [];
  const open: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent = '', part, methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (part === undefined) continue;
    open.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
    for (const method of methods.split(', ')) routes.push(`${method} ${open.join('')}`);
  }
  return routes;
}
