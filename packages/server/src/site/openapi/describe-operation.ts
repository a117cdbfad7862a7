import { type Endpoint, type Needs, needsOf } from '@comporta/contract/endpoint';
import { type ErrorCode, SHARED_ERRORS, statusOf } from '@comporta/contract/errors';
import { refusalSchemaOf } from '../../platform/http/error-handler.ts';
import type { Components } from './components.ts';
import { describeParameters } from './describe-parameters.ts';

const SECURITY: Readonly<Record<Endpoint['access'], readonly string[]>> = {
  public: [],
  client: ['client'],
  user: ['session'],
  admin: ['session'],
  environmentKey: ['environmentKey'],
  environmentOrClientKey: ['environmentKey', 'clientKey'],
};

const FOR: Readonly<Record<Needs, string | undefined>> = {
  VIEWER: undefined,
  EDITOR: 'For editors of the application, or of the environment in the path.',
  EDITOR_SOMEWHERE: 'For editors of the application, or of one of its environments.',
};

function descriptionOf(endpoint: Endpoint): { readonly description?: string } {
  if (endpoint.access === 'admin') return { description: 'For admins only.' };
  if (endpoint.access !== 'user' || !endpoint.path.includes('/:appId')) return {};
  const description = FOR[needsOf(endpoint)];
  return description === undefined ? {} : { description };
}

export function describeOperation(endpoint: Endpoint, components: Components): object {
  const { access, programs, body, form, media = [], path, summary } = endpoint;
  const ofPrograms = programs === 'refused' ? [] : [{ accountKey: [] }, { token: [programs] }];
  return {
    operationId: nameOf(endpoint),
    tags: [path.startsWith('/ofrep') ? 'ofrep' : tagOf(path)],
    summary,
    ...descriptionOf(endpoint),
    security: [...SECURITY[access].map((scheme) => ({ [scheme]: [] })), ...ofPrograms],
    parameters: describeParameters(endpoint, components),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          [form ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: components.describe(body, 'input'),
          },
        },
      },
    }),
    ...(media.length > 0 && {
      requestBody: {
        required: true,
        content: Object.fromEntries(media.map((one) => [one, { schema: { type: 'string' } }])),
      },
    }),
    responses: {
      [endpoint.status]: describeSuccess(endpoint, components),
      ...(path.startsWith('/ofrep') ? OFREP_REFUSAL : describeRefusals(codesOf(endpoint), path)),
    },
  };
}

/** The OpenFeature Remote Evaluation Protocol (OFREP) has its own schema for errors. */
const OFREP_REFUSAL = {
  default: {
    description: 'An error in the format of the protocol',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/OfrepFailure' } } },
  },
};

function describeSuccess(
  { result, answers, status, method }: Endpoint,
  components: Components,
): object {
  if (result === undefined) {
    if (method !== 'GET')
      return { description: status === 204 ? 'Success' : 'Success, without a body' };
    return { description: 'A stream of server-sent events', content: { 'text/event-stream': {} } };
  }
  const schema = components.describe(result, 'output');
  return { description: 'Success', content: { [answers ?? 'application/json']: { schema } } };
}

function describeRefusals(codes: readonly ErrorCode[], path: string): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => statusOf(code, path));
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.join(', '),
        content: { 'application/json': { schema: refusalSchemaOf(those) } },
      },
    ]),
  );
}

/** The codes that the endpoint declares, and those shared codes that can occur for it. */
function codesOf(endpoint: Endpoint): ErrorCode[] {
  const { access, body, method, query, status, path } = endpoint;
  const isOpen = access === 'public';
  const happens: Partial<Record<ErrorCode, boolean>> = {
    INVALID_JSON: body !== undefined,
    INVALID_BODY: body !== undefined,
    LIMIT_EXCEEDED: body !== undefined,
    PAYLOAD_TOO_LARGE: body !== undefined,
    UNSUPPORTED_MEDIA_TYPE: body !== undefined,
    INVALID_QUERY: query !== undefined,
    UNAUTHORIZED: !isOpen,
    FORBIDDEN: access === 'admin' || path.includes('/:appId'),
    OLDER_NODE: path.includes('/:appId') && (method === 'POST' || method === 'PUT'),
    NOT_FOUND: path.includes('/:'),
    VERSION_CONFLICT: method === 'PUT' || method === 'DELETE',
    IDEMPOTENCY_KEY_REUSED: status === 201,
    STORAGE_FULL: method !== 'GET',
  };
  const shared = SHARED_ERRORS.filter((code) => happens[code] ?? true);
  return [...new Set([...endpoint.errors, ...shared])].sort();
}

/** `GET /api/apps/:appId/toggles` becomes getAppsByAppIdToggles. */
function nameOf({ method, path }: Endpoint): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(':', 'By-')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return (
    method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
  );
}

function tagOf(path: string): string {
  const nouns = path.split('/').filter((part) => part !== '' && !part.startsWith(':'));
  const [first = '', second = '', third] = nouns.filter((part) => part !== 'api');
  if (first !== 'apps') return first;
  return second === 'envs' || second === 'env' ? (third ?? 'apps') : second || 'apps';
}
