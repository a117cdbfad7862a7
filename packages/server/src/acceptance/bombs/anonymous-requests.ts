import type { Thrown } from './throw-request.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Methods that no client needs: one that no route has, and one of WebDAV, which the service does not support. */
export const ODD_METHODS = ['TRACE', 'PROPFIND'] as const;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bodies that are expensive to parse, by the media type that they claim to have. */
const UNITS: Readonly<Record<string, string>> = {
  'application/json': '[[],',
  'application/x-www-form-urlencoded': 'a&',
  'multipart/form-data; boundary=x': '--x\r\n',
  'text/plain': 'x',
  '': '\0',
};

const SIZES = [1, 16 * KIB, MIB, 64 * MIB];
export const LARGEST = [64 * MIB];

/** Paths that the API's OpenAPI document does not contain. */
const MORE_PATHS = [
  '/',
  '/login',
  '/nowhere',
  '/api/nowhere',
  '/api/docs',
  '/api/openapi.json',
  '/assets/nothing.js',
  '/livez',
  '/readyz',
  '/metrics',
  '/oauth/nowhere',
  '/ofrep/v1/nowhere',
  '//',
  '*',
  '/%00',
  '/assets/..%2f..%2fetc/passwd',
  `/${'a/'.repeat(2_000)}`,
  `/api/apps?${'a=b&'.repeat(2_000)}`,
];

/** All requests of an anonymous client to one path with one method: without a body, and every media type and size. */
export function requestsTo(method: string, path: string, sizes = SIZES): Thrown[] {
  const bodies = Object.entries(UNITS).flatMap(([type, unit]) =>
    sizes.map((bytes) => ({
      method,
      path,
      headers: type === '' ? {} : { 'content-type': type },
      body: { unit, bytes },
    })),
  );
  return [{ method, path }, ...bodies];
}

/** The paths of the API's OpenAPI document, filled with an id that nothing has, and some more. */
export async function pathsOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Readonly<Record<string, unknown>> };
  const filled = Object.keys(paths).map((path) =>
    path.replaceAll(/\{[^}]+\}/g, '00000000-0000-7000-8000-000000000000'),
  );
  return [...filled, ...MORE_PATHS];
}
