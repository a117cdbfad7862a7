import type { Endpoint } from '@comporta/contract/endpoint';
import { VERSION } from '../../platform/base/version.ts';
import { REFUSAL_SCHEMA } from '../../platform/http/error-handler.ts';
import { createComponents } from './components.ts';
import { describeOperation } from './describe-operation.ts';

export type ApiDocument = ReturnType<typeof describeApi>;

/** The OpenAPI 3.1 document of all endpoints. Source: decision S25. */
export function describeApi(endpoints: readonly Endpoint[]) {
  const components = createComponents();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Comporta',
      version: VERSION,
      description:
        'The HTTP API of Comporta. Times are ISO 8601 in UTC, ids are opaque, and unknown fields of a request are ignored. Every response has the header `x-request-id`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...components.schemas, Refusal: REFUSAL_SCHEMA },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token that POST /oauth/token returns.',
        },
        accountKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An account key (cpt_acc_…), for scripts that manage the account.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal token (cpt_pat_…), which acts in the name of its owner, or a service key (cpt_svc_…); both within their scopes, applications and environments. `write` and `settings` contain `read`; `write` contains `code`.',
        },
        environmentKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The key of an environment (cpt_env_…), for servers that fetch toggles. Secret.',
        },
        clientKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The client key of an environment (cpt_web_…), for pages and apps that fetch toggles. Public.',
        },
        client: {
          type: 'http',
          scheme: 'basic',
          description:
            'The public client credential of the console: user name `console`, password `console`.',
        },
      },
    },
  };
}
