import { existsSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PACKAGE_FOLDER } from '../platform/base/package-folder.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { sendRejection } from '../platform/http/error-handler.ts';

/** In the built package the console is beside the program. */
const [BUILT_INTO_PACKAGE = '', BUILT_IN_CHECKOUT = ''] = ['console', '../console/dist'].map(
  (place) => path.join(PACKAGE_FOLDER, place),
);
export const CONSOLE_FOLDER = existsSync(BUILT_INTO_PACKAGE)
  ? BUILT_INTO_PACKAGE
  : BUILT_IN_CHECKOUT;

/** The security headers that matter for files. Those of pages would add about 1 KB to each of 20 files. */
const HEADERS_OF_FILES = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
];

/** Paths that never belong to the console. */
const NOT_THE_CONSOLE = /^\/(api|oauth|ofrep|assets|packages|livez|readyz|metrics)(\/|$)/;

/**
 * Serves the built console. Files under `assets/` have a hash in their names and may be cached forever; clients must
 * revalidate everything else. Every path of the console returns its page.
 */
export async function serveConsole(http: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    http.get('/*', (request, reply) =>
      isPageVisit(request)
        ? reply.code(503).type('text/plain').send('The console is not built: npm run build\n')
        : sendRejection(request, reply, new Rejection('NOT_FOUND')),
    );
    return;
  }

  const assets = path.join(folder, 'assets');
  await http.register(fastifyStatic, {
    root: assets,
    // Its own route reads the folder, of a thousand names, for each file.
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: ({ raw }, file) => {
      if (!file.startsWith(assets)) return;
      for (const name of raw.getHeaderNames()) {
        if (!HEADERS_OF_FILES.includes(name)) raw.removeHeader(name);
      }
    },
  });
  let names = new Set<string>();
  http.get<{ readonly Params: { readonly '*': string } }>('/assets/*', async (request, reply) => {
    const name = request.params['*'];
    // Read again for a name that is not known: the console may have been built since.
    if (!names.has(name)) names = new Set(await readdir(assets));
    return names.has(name)
      ? reply.sendFile(name)
      : sendRejection(request, reply, new Rejection('NOT_FOUND'));
  });
  const files = new Set(readdirSync(folder).map((name) => `/${name}`));
  http.get('/*', (request, reply) => {
    const address = request.url.split('?')[0] ?? '';
    const isFile = files.has(address) && address !== '/assets';
    if (!isFile && !isPageVisit(request)) {
      return sendRejection(request, reply, new Rejection('NOT_FOUND'));
    }
    return reply
      .header('cache-control', 'no-cache')
      .sendFile(isFile ? address : 'index.html', folder, { cacheControl: false });
  });
}

/**
 * Whether a browser opened the address, or a client that accepts any type, such as a monitor or a link preview. For
 * the latter, an address that looks like a file is a missing file and not a page.
 */
function isPageVisit({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if (NOT_THE_CONSOLE.test(url)) return false;
  return /\btext\/html\b/.test(accept) || (/\*\/\*|\btext\/\*/.test(accept) && !isFileName(url));
}

function isFileName(url: string): boolean {
  return /\.[^/]*$/.test(url.split('?')[0] ?? '');
}
