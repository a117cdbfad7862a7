import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Log } from '../platform/base/log.ts';
import { type FetchedSnapshot, parseSnapshot } from './upstream.ts';

/** The first line of a file says the format and the checksum of all that follows. */
const FORMAT = 'comporta-edge-1';
const EXTENSION = '.snapshot';

/** The second line; the rest is the snapshot. */
const originSchema = z.object({
  /** Of the environment's key, with which clients ask. */
  keyHash: z.string(),
  /** Of the key that the snapshot was fetched with. */
  openedBy: z.string(),
  entityTag: z.string(),
  /** When it was known to be current. */
  currentAt: z.iso.datetime(),
});

export type KeptSnapshot = FetchedSnapshot & z.infer<typeof originSchema>;

export interface SnapshotFiles {
  /** Those of the folder that are whole and were fetched with one of these keys. */
  readAll(openedBy: ReadonlySet<string>): Promise<readonly KeptSnapshot[]>;
  write(kept: KeptSnapshot): Promise<void>;
  remove(environmentId: string): Promise<void>;
}

export function snapshotFilesIn(folder: string, log: Log): SnapshotFiles {
  const fileOf = (environmentId: string) => path.join(folder, environmentId + EXTENSION);

  async function read(file: string): Promise<KeptSnapshot | undefined> {
    const [seal, contents] = splitLine(await readFile(file, 'utf8'));
    if (seal !== sealOf(contents)) {
      log.warn({ file }, 'a kept snapshot is damaged and is ignored');
      return undefined;
    }
    const [line, json] = splitLine(contents);
    return { ...originSchema.parse(JSON.parse(line)), json, ...parseSnapshot(json) };
  }

  return {
    async readAll(openedBy) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = (await readdir(folder)).filter((name) => name.endsWith(EXTENSION));
      const kept = await Promise.all(names.map((name) => read(path.join(folder, name))));
      return kept.filter(
        (one) => one !== undefined && openedBy.has(one.openedBy),
      ) as KeptSnapshot[]; // The filter says so.
    },
    /** Whoever reads sees the old snapshot or the new one: written aside, brought to the disk, renamed. */
    async write({ source, json, keyHash, openedBy, entityTag, currentAt }) {
      const origin = { keyHash, openedBy, entityTag, currentAt };
      const contents = `${JSON.stringify(origin)}\n${json}`;
      const file = fileOf(source.environment.id);
      const aside = `${file}.${randomUUID()}.tmp`;
      try {
        // Terms of target groups may name people.
        const handle = await open(aside, 'w', 0o600);
        try {
          await handle.writeFile(`${sealOf(contents)}\n${contents}`);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(aside, file);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    remove: (environmentId) => rm(fileOf(environmentId), { force: true }),
  };
}

function splitLine(text: string): [line: string, rest: string] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

function sealOf(contents: string): string {
  return `${FORMAT} ${createHash('sha256').update(contents).digest('base64url')}`;
}
