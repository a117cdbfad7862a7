import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameTag } from '../../platform/base/entity-tag.ts';
import type { Log } from '../../platform/base/log.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { type BuiltPackage, packageFileName } from './built-packages.ts';
import {
  findPackageFile,
  isPackageStored,
  listPackageVersions,
  storePackage,
} from './client-package-repository.ts';

/** So that very many requests, or slow ones, share the bytes of a file. About 10 MB; other files are read again. */
const FILES_IN_MEMORY = 50;
const ONE_YEAR = 'public, max-age=31536000, immutable';

interface Packages {
  readonly sql: Sql;
  readonly publicUrl: string;
  /** What this node brings: its versions are the latest. */
  readonly own: readonly BuiltPackage[];
}

/** The address that `npm config set @comporta:registry=…` needs; undefined when this node has no packages. */
export function packagesUrl({ publicUrl, own }: Omit<Packages, 'sql'>): string | undefined {
  return own.length > 0 ? `${publicUrl}/packages/` : undefined;
}

/**
 * Stores the packages of a release unless its version is there: lock files stay valid after an upgrade, and a version has
 * the same bytes for ever, whoever built it. Most starts write nothing, because the disk may be full; a start that cannot
 * write serves its own packages all the same.
 */
export async function storePackages(
  { sql, own }: Omit<Packages, 'publicUrl'>,
  log: Log,
): Promise<void> {
  try {
    for (const one of own) {
      if (!(await isPackageStored(sql, one))) await storePackage(sql, one);
    }
  } catch (error) {
    log.warn({ err: error }, 'the client packages of this version are not stored');
  }
}

/** The read-only part of npm's registry protocol, without a login: the packages are public and have no dependencies. */
export function packageRoutes(http: FastifyInstance, packages: Packages): void {
  const fileOf = rememberFiles(packages);
  // One route for `@comporta/sdk` and npm's `@comporta%2fsdk`. Fastify adds HEAD.
  http.get('/packages/*', async (request, reply) => {
    const { '*': address } = request.params as { '*': string }; // The router names it so.
    const current = packages.own.find(
      ({ name }) => address === name || address.startsWith(`${name}/-/`),
    );
    if (current === undefined) throw new Rejection('NOT_FOUND');
    if (address === current.name) {
      return sendDescription(request, reply, await describe(current, packages));
    }
    const version = versionIn(address, current.name);
    const file = version && (await fileOf(current, version));
    if (!file) throw new Rejection('NOT_FOUND');
    return reply.header('cache-control', ONE_YEAR).type('application/octet-stream').send(file);
  });
}

function versionIn(address: string, name: string): string | undefined {
  const [, version = ''] = /\/-\/[\w.-]+?-(\d[\w.+-]*)\.tgz$/.exec(address) ?? [];
  return address === `${name}/-/${packageFileName(name, version)}` ? version : undefined;
}

/** All versions that this installation has run, and this node's own, which a checkout does not store. */
async function describe(current: BuiltPackage, { sql, publicUrl }: Packages): Promise<string> {
  const { name } = current;
  const stored = await listPackageVersions(sql, name);
  const isStored = stored.some((one) => one.version === current.version);
  const versions = (isStored ? stored : [...stored, current]).map((one) => {
    const tarball = `${publicUrl}/packages/${name}/-/${packageFileName(name, one.version)}`;
    const dist: object = Reflect.get(one.manifest, 'dist'); // Every row has one: see builtPackages.
    return [one.version, { ...one.manifest, dist: { ...dist, tarball } }] as const;
  });
  return JSON.stringify({
    name,
    'dist-tags': { latest: current.version },
    versions: Object.fromEntries(versions),
  });
}

function sendDescription(request: FastifyRequest, reply: FastifyReply, description: string) {
  const entityTag = `"${createHash('sha256').update(description).digest('base64url')}"`;
  reply.header('cache-control', 'no-cache').header('etag', entityTag);
  if (isSameTag(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(description);
}

function rememberFiles({ sql }: Packages) {
  const files = new Map<string, Buffer>();
  return async (current: BuiltPackage, version: string): Promise<Buffer | undefined> => {
    const key = `${current.name}@${version}`;
    const known = files.get(key);
    if (known !== undefined) return known;
    const stored = await findPackageFile(sql, { name: current.name, version });
    if (stored === undefined) return version === current.version ? current.file : undefined;
    const [oldest] = files.size < FILES_IN_MEMORY ? [] : files.keys();
    if (oldest !== undefined) files.delete(oldest);
    files.set(key, stored);
    return stored;
  };
}
