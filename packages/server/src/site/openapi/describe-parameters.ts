import type { Endpoint } from '@comporta/contract/endpoint';
import type { Components, JsonSchema } from './components.ts';

const TEXT: JsonSchema = { type: 'string' };

/** The parameters of a call beside its body: in the path, the query and two headers. */
export function describeParameters(endpoint: Endpoint, components: Components): object[] {
  return [
    ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: TEXT,
    })),
    ...queryParameters(endpoint, components),
    ...headerParameters(endpoint),
  ];
}

function queryParameters({ query }: Endpoint, components: Components): object[] {
  if (query === undefined) return [];
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = components.describe(query, 'input');
  const named = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as readonly string[]).includes(name),
    schema,
  }));
  if (typeof additionalProperties !== 'object') return named;
  const others = { type: 'object', additionalProperties };
  return [...named, { name: 'others', in: 'query', style: 'form', explode: true, schema: others }];
}

function headerParameters({ access, method, status }: Endpoint): object[] {
  if (access !== 'user' && access !== 'admin') return [];
  if (status === 201) {
    const description =
      'A key of your choice for this request. When it is sent again within 24 hours, nothing more is created, and the first response is returned.';
    return [{ name: 'Idempotency-Key', in: 'header', description, schema: TEXT }];
  }
  if (method !== 'PUT' && method !== 'DELETE') return [];
  const description =
    'The ETag of the version that was read. The call is refused with 412 when somebody has saved since.';
  return [{ name: 'If-Match', in: 'header', description, schema: TEXT }];
}
