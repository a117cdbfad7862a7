import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readSealedFile, writeSealedFile } from '@comporta/client-core/node/sealed-file';
import { type ParsedSnapshot, parseSnapshot } from '@comporta/client-core/parse-snapshot';
import { z } from 'zod';
import type { Log } from '../platform/base/log.ts';

const FORMAT = 'comporta-edge-1';
const EXTENSION = '.snapshot';

const originSchema = z.object({
  /** The hash of the environment's key, which clients use. */
  keyHash: z.string(),
  /** The hash of the key that the snapshot was fetched with. */
  openedBy: z.string(),
  entityTag: z.string(),
  /** When the snapshot was last known to be current. */
  currentAt: z.iso.datetime(),
});

export type KeptSnapshot = ParsedSnapshot & { readonly json: string } & z.infer<
    typeof originSchema
  >;

export interface SnapshotFiles {
  /** The intact snapshots of the folder that were fetched with one of these keys, given as hashes. */
  readAll(openedBy: ReadonlySet<string>): Promise<readonly KeptSnapshot[]>;
  write(kept: KeptSnapshot): Promise<void>;
  remove(environmentId: string): Promise<void>;
}

export function snapshotFilesIn(folder: string, log: Log): SnapshotFiles {
  const fileOf = (environmentId: string) => path.join(folder, environmentId + EXTENSION);

  function read(file: string): KeptSnapshot | undefined {
    const text = readSealedFile(file, FORMAT);
    const parsed = typeof text === 'string' ? undefined : parseSnapshot(text.json);
    if (typeof text === 'string' || parsed === undefined) {
      log.warn({ file }, 'a stored snapshot is damaged and is ignored');
      return undefined;
    }
    return { ...parsed, ...originSchema.parse(JSON.parse(text.origin)), json: text.json };
  }

  return {
    async readAll(openedBy) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const all = await readdir(folder);
      // Remains of a node that was killed while it wrote.
      const halves = all.filter((name) => name.includes(`${EXTENSION}.`));
      await Promise.all(halves.map((name) => rm(path.join(folder, name), { force: true })));
      const names = all.filter((name) => name.endsWith(EXTENSION));
      return names.flatMap((name) => {
        const kept = read(path.join(folder, name));
        return kept !== undefined && openedBy.has(kept.openedBy) ? [kept] : [];
      });
    },
    write({ snapshot, json, keyHash, openedBy, entityTag, currentAt }) {
      const origin = JSON.stringify({ keyHash, openedBy, entityTag, currentAt });
      return writeSealedFile(fileOf(snapshot.environment.id), FORMAT, { origin, json });
    },
    remove: (environmentId) => rm(fileOf(environmentId), { force: true }),
  };
}
