import type { Endpoint } from '@comporta/contract/endpoint';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { describeApi } from './describe-api.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0d5c77"/><path d="M8 8v16M24 8v16" stroke="#fff" stroke-width="3" stroke-linecap="round"/><rect x="11.5" y="7" width="9" height="9" rx="1.5" fill="#fff"/><path d="M11.5 22c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0" fill="none" stroke="#8fd4ea" stroke-width="2.5" stroke-linecap="round"/></svg>';

/** Hides the name and logo of the viewer: the page is about this product's API. */
const THEME = {
  title: 'Comporta API',
  css: [{ filename: 'comporta.css', content: '.swagger-ui .topbar { display: none }' }],
  favicon: [
    {
      filename: 'comporta.svg',
      rel: 'icon',
      type: 'image/svg+xml',
      sizes: 'any',
      content: ICON,
    },
  ],
};

/** Serves the documentation of the API, in its own Fastify scope: `/api/openapi.json` for programs, `/api/docs` for people. */
export async function serveApiDocumentation(
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
): Promise<void> {
  // The viewer marks its files as cacheable, but nothing under /api may be cached.
  http.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  let described: string | undefined;
  // Created lazily, because most processes never serve it.
  const document = () => {
    described ??= JSON.stringify(describeApi(endpoints));
    return described;
  };
  http.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  // The viewer needs a document when it is registered, and allows to replace it later.
  await http.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } },
  });
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: THEME,
    logo: { type: 'image/svg+xml', content: ICON },
    uiConfig: { docExpansion: 'list', persistAuthorization: false },
    transformSpecification: () => JSON.parse(document()),
    transformSpecificationClone: false,
  });
}
