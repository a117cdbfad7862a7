import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { PACKAGE_FOLDER } from '../../platform/base/package-folder.ts';

/** A package for clients, `@comporta/sdk` or `@comporta/web`, as `npm pack` made it. */
export interface BuiltPackage {
  readonly name: string;
  readonly version: string;
  /** Its package.json, with the digests that npm checks the file with. */
  readonly manifest: object;
  readonly file: Buffer;
}

/** In the built package they are beside the program. */
const BUILT_INTO_PACKAGE = path.join(PACKAGE_FOLDER, 'clients');
const BUILT_IN_CHECKOUT = path.join(PACKAGE_FOLDER, 'dist/package/clients');

/** Whether this program is a release that people install. A checkout may build one version again and again. */
export const IS_RELEASE = existsSync(BUILT_INTO_PACKAGE);

const manifestsSchema = z.array(z.looseObject({ name: z.string(), version: z.string() }));

/** The packages that scripts/pack.ts has put into the folder; none when nothing was built. */
export function builtPackages(
  folder: string = IS_RELEASE ? BUILT_INTO_PACKAGE : BUILT_IN_CHECKOUT,
): readonly BuiltPackage[] {
  const list = path.join(folder, 'packages.json');
  if (!existsSync(list)) return [];
  return manifestsSchema.parse(JSON.parse(readFileSync(list, 'utf8'))).map((manifest) => {
    const { name, version } = manifest;
    const file = readFileSync(path.join(folder, packageFileName(name, version)));
    const dist = {
      integrity: `sha512-${createHash('sha512').update(file).digest('base64')}`,
      shasum: createHash('sha1').update(file).digest('hex'),
    };
    return { name, version, manifest: { ...manifest, dist }, file };
  });
}

/** As npm names files in its registry: without the scope. */
export function packageFileName(name: string, version: string): string {
  return `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
}
