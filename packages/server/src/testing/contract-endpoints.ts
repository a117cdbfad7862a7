import { glob } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@comporta/contract/endpoint';
import * as z from 'zod/mini';

const CONTRACT = fileURLToPath(new URL('../../../contract/src', import.meta.url));

/** Every endpoint that the contract exports. Its files are scanned, so that no list can be out of date. */
export async function endpointsOfContract(): Promise<readonly Endpoint[]> {
  return (await namedEndpoints()).map(([, endpoint]) => endpoint);
}

/** The PUT endpoints that answer what a GET of the same path does, each with the name under which it is exported. */
export async function savesOfContract(): Promise<readonly NamedEndpoint[]> {
  const all = await namedEndpoints();
  const read = new Map(
    all.flatMap(([, { method, path: at, result }]) => (method === 'GET' ? [[at, result]] : [])),
  );
  return all.filter(
    ([, { method, path: at, result }]) =>
      method === 'PUT' && read.has(at) && read.get(at) === result,
  );
}

/** The endpoints of `savesOfContract`, and the POST endpoints that create the same entities from the same drafts. */
export async function writesOfContract(): Promise<readonly NamedEndpoint[]> {
  const all = await namedEndpoints();
  const saves = await savesOfContract();
  // What a company has once is in no list.
  const listed = saves.filter(([, { path: at }]) => /\/:\w+$/.test(at));
  const lists = new Set(listed.map(([, { path: at }]) => at.slice(0, at.lastIndexOf('/'))));
  const creates = all.filter(([, { method, path: at }]) => method === 'POST' && lists.has(at));
  return [...creates, ...saves];
}

type NamedEndpoint = readonly [name: string, endpoint: Endpoint];

async function namedEndpoints(): Promise<readonly NamedEndpoint[]> {
  const endpoints: NamedEndpoint[] = [];
  for await (const file of glob('**/*-api.ts', { cwd: CONTRACT })) {
    const exported: object = await import(pathToFileURL(path.join(CONTRACT, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value)) endpoints.push([name, value]);
    }
  }
  return endpoints.sort(([, a], [, b]) => (routeOf(a) < routeOf(b) ? -1 : 1));
}

export function routeOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** The smallest body that matches the endpoint's schema; the endpoint may still refuse its values. */
export function smallestBodyOf(endpoint: Endpoint): object | undefined {
  if (endpoint.body === undefined) return undefined;
  const shape = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  return smallestOf(shape as Shape) as object; // Bodies are objects.
}

export function fieldsOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.body === undefined) return [];
  const shape = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  return Object.keys(shape.properties ?? {});
}

/** The fields of the request body that the response returns as free text, and not as one value of an enum. */
export function textsOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.result === undefined) return [];
  const shape = z.toJSONSchema(endpoint.result, { unrepresentable: 'any' }) as Shape;
  // A named schema has its shape under `$defs` and refers to it with `$ref`.
  const answer = shape.$defs?.[shape.$ref?.split('/').at(-1) ?? ''] ?? shape;
  return fieldsOf(endpoint).filter((field) => {
    const { type, enum: words } = answer.properties?.[field] ?? {};
    return type === 'string' && words === undefined;
  });
}

function smallestOf(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.anyOf !== undefined) return smallestOf(shape.anyOf[0] ?? {});
  switch ([shape.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, smallestOf(shape.properties?.[name] ?? {})]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 1;
    default:
      return '';
  }
}
