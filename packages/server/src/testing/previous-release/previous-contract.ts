import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Endpoint } from '@comporta/contract/endpoint';

/** The part of an OpenAPI document that the tests compare. */
export interface ApiShape {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, ApiShape>>;
  readonly required?: readonly string[];
  readonly items?: ApiShape;
  readonly anyOf?: readonly ApiShape[];
  readonly oneOf?: readonly ApiShape[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: ApiShape }>>;
}

export interface ApiOperation {
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

export interface ApiContract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ApiShape>> };
}

/** What `/api/openapi.json` of the previous release answers; see acceptance/releases/README.md. */
export const PREVIOUS_CONTRACT: ApiContract = JSON.parse(
  gunzipSync(
    readFileSync(new URL('../../acceptance/releases/openapi-0.2.0.json.gz', import.meta.url)),
  ).toString(),
);

const IMPORT = '/api/apps/{appId}/import';

/** The names of the fields that the previous release took in the body of an endpoint; undefined if it had none such. */
export function previousFieldsOf({ method, path }: Endpoint): ReadonlySet<string> | undefined {
  const operation =
    PREVIOUS_CONTRACT.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const body = operation && bodyOf(operation.requestBody);
  return body && new Set(Object.keys(resolved(PREVIOUS_CONTRACT, body).properties ?? {}));
}

/** The same for the entities in one list of an application's document. */
export function previousFieldsOfDocument(list: string): ReadonlySet<string> {
  const body = bodyOf(PREVIOUS_CONTRACT.paths[IMPORT]?.post?.requestBody) ?? {};
  const lists = resolved(PREVIOUS_CONTRACT, body).properties?.[list] ?? {};
  const { items = {} } = resolved(PREVIOUS_CONTRACT, lists);
  return new Set(Object.keys(resolved(PREVIOUS_CONTRACT, items).properties ?? {}));
}

/** The schema of a body in JSON. */
export function bodyOf(part: Content | undefined): ApiShape | undefined {
  return part?.content?.['application/json']?.schema;
}

/** The schema that a reference names. */
export function resolved({ components }: ApiContract, shape: ApiShape): ApiShape {
  if (shape.$ref === undefined) return shape;
  return resolved(
    { paths: {}, components },
    components.schemas[shape.$ref.split('/').at(-1) ?? ''] ?? {},
  );
}
