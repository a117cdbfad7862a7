import type { Endpoint } from '@comporta/contract/endpoint';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { describeApi } from './describe-api.ts';

/** The documentation of the API, for a scope of its own: `/api/openapi.json` for programs, `/api/docs` for people. */
export async function serveApiDocumentation(
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
): Promise<void> {
  // The files of the viewer say that they may be kept, and nothing under /api may.
  http.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  let described: string | undefined;
  // Made when it is first asked for: most processes never are.
  const document = () => {
    described ??= JSON.stringify(describeApi(endpoints));
    return described;
  };
  http.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  // The viewer insists on a document at its start and lets it be replaced later.
  await http.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } },
  });
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Comporta API' },
    uiConfig: { docExpansion: 'list', persistAuthorization: false },
    transformSpecification: () => JSON.parse(document()),
    transformSpecificationClone: false,
  });
}
