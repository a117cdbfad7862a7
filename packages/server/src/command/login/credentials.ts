import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { processEnvironment } from '../../platform/config/process-environment.ts';
import { CommandFailure } from '../command-failure.ts';

/** What `comporta login` got from a service. */
export interface Credentials {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  /** In ISO 8601. */
  readonly endsAt: string;
}

type ByUrl = Readonly<Record<string, Credentials>>;

const ONLY_ITS_USER = 0o600;

/** Source: IDN-56, the XDG base directory specification. */
export function credentialsFile(): string {
  const { XDG_CONFIG_HOME: home } = processEnvironment();
  return path.join(home || path.join(os.homedir(), '.config'), 'comporta', 'credentials.json');
}

/** Undefined where nobody has logged in. Refuses a file that other users of the machine can read. */
export function credentialsFor(url: string): Credentials | undefined {
  return readAll()[keyOf(url)];
}

/** Keeps them for one service, or forgets them. */
export function keepCredentials(url: string, credentials: Credentials | undefined): void {
  const { [keyOf(url)]: _former, ...others } = readAll();
  const all = credentials === undefined ? others : { ...others, [keyOf(url)]: credentials };
  const file = credentialsFile();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(all, undefined, 2)}\n`, { mode: ONLY_ITS_USER });
  chmodSync(written, ONLY_ITS_USER);
  // A reader finds all of the former file or all of the new one.
  renameSync(written, file);
}

function readAll(): ByUrl {
  const file = credentialsFile();
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return {};
  // Windows keeps no such rights.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new CommandFailure(
      `others can read ${file}: chmod 600 it, or remove it and log in again`,
    );
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ByUrl; // Written above.
  } catch {
    throw new CommandFailure(`${file} is damaged: remove it and log in again`);
  }
}

/** Of two spellings of one address, one is kept. */
function keyOf(url: string): string {
  return new URL(url).href;
}
