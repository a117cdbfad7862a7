import { glob } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@comporta/contract/endpoint';
import * as z from 'zod/mini';

const CONTRACT = fileURLToPath(new URL('../../../contract/src', import.meta.url));

/** Every endpoint that a file of the contract exports, found without a list that somebody could forget. */
export async function endpointsOfContract(): Promise<readonly Endpoint[]> {
  return (await namedEndpoints()).map(([, endpoint]) => endpoint);
}

/** The endpoints that save what a GET on the same path answers, each with the name it is exported by. */
export async function savesOfContract(): Promise<readonly NamedEndpoint[]> {
  const all = await namedEndpoints();
  const readable = new Set(
    all.filter(([, { method }]) => method === 'GET').map(([, endpoint]) => endpoint.path),
  );
  return all.filter(([, { method, path: at }]) => method === 'PUT' && readable.has(at));
}

/** The endpoints that create or change what savesOfContract lists: they take the same drafts. */
export async function writesOfContract(): Promise<readonly NamedEndpoint[]> {
  const all = await namedEndpoints();
  const saves = await savesOfContract();
  const lists = new Set(saves.map(([, { path: at }]) => at.slice(0, at.lastIndexOf('/'))));
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

/** The smallest body that has the endpoint's shape; whether it makes sense is another question. */
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

/** The fields of a body that are answered as texts, and not as one of a list of words. */
export function textsOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.result === undefined) return [];
  const shape = z.toJSONSchema(endpoint.result, { unrepresentable: 'any' }) as Shape;
  // A shape with a name refers to itself by it.
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
