import { hash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config/config.ts';

/** The name of the file in DATA_DIR with the key of an embedded database. It is in no backup. */
export const KEY_FILE = 'encryption.key';

export interface EncryptionKey {
  /** Says in a sealed text which key opens it, and nothing of the key. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** The keys for what is sealed. */
export interface EncryptionKeys {
  /** The keys that read, the one that writes first. */
  readonly all: () => Promise<readonly EncryptionKey[]>;
  /** The key that writes, which is made when there is none yet; undefined where an operator has to set one. */
  readonly writing: () => Promise<EncryptionKey | undefined>;
  /** Whether a key is made at first need. */
  readonly areMade: boolean;
}

type Settings = Pick<Config, 'encryptionKeys' | 'databaseUrl' | 'dataDir'>;

/**
 * Those of ENCRYPTION_KEY. Else, for the embedded database, that of a file beside it, which is made at first need.
 * Source: IDN-38.
 */
export function encryptionKeysOf({
  encryptionKeys,
  databaseUrl,
  dataDir,
}: Settings): EncryptionKeys {
  const given = encryptionKeys.map(keyOf);
  if (given.length > 0 || databaseUrl !== undefined)
    return { all: async () => given, writing: async () => given[0], areMade: false };

  const file = path.join(dataDir, KEY_FILE);
  let known: EncryptionKey | undefined;
  const read = async () => {
    known ??= await readKeyFile(file);
    return known;
  };
  return {
    areMade: true,
    async all() {
      const key = await read();
      return key === undefined ? [] : [key];
    },
    async writing() {
      if ((await read()) === undefined) await makeKeyFile(file);
      return read();
    },
  };
}

function keyOf(text: string): EncryptionKey {
  const bytes = Buffer.from(text, 'base64url');
  return { id: hash('sha256', bytes, 'base64url').slice(0, 8), bytes };
}

async function readKeyFile(file: string): Promise<EncryptionKey | undefined> {
  try {
    return keyOf((await readFile(file, 'utf8')).trim());
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file is there with the whole key or not at all. Of two processes at once, both then use the key of the first. */
async function makeKeyFile(file: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  const written = await open(aside, 'wx', 0o600);
  try {
    await written.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  try {
    await link(aside, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
  // What is sealed with the key must not outlive it when the machine loses its power.
  const directory = await open(folder, 'r');
  await directory.sync().finally(() => directory.close());
}
