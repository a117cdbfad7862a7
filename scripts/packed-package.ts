import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A published package, installed alone in a project, as a customer gets it. */
export interface PackedPackage {
  /** The folder of the project, which uses ES modules. */
  readonly project: string;
  /** The folder of the package in it. */
  readonly installed: string;
  /** The findings of publint and of Are the Types Wrong, which checks every way of resolving types. */
  problems(): Promise<readonly unknown[]>;
  remove(): void;
}

/** Builds the package and packs it as npm publishes it. */
export function packPackage(name: string): PackedPackage {
  const project = mkdtempSync(path.join(os.tmpdir(), 'comporta-package-'));
  const packing = ['pack', '--silent', '--workspace', name, '--pack-destination', project];
  execFileSync('npm', packing, { cwd: ROOT, stdio: 'pipe' });
  const archive = readdirSync(project).find((file) => file.endsWith('.tgz')) ?? '';
  const installed = path.join(project, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'], { cwd: project });
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  return {
    project,
    installed,
    async problems() {
      const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
      const said = messages.map((message) => formatMessage(message, pkg));
      const archived = readFileSync(path.join(project, archive));
      const checked = await checkPackage(createPackageFromTarballData(archived));
      // Without types that check has no problems to report, so the absence itself is a problem.
      return checked.types === false ? [...said, 'no types'] : [...said, ...checked.problems];
    },
    remove: () => rmSync(project, { recursive: true }),
  };
}
