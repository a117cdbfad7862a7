import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readSealedFile, writeSealedFile } from '@comporta/client-core/node/sealed-file';
import { parseSnapshot } from '@comporta/client-core/parse-snapshot';
import type { ParsedSnapshot } from '@comporta/client-core/read-understood';
import { z } from 'zod';
import type { Log } from '../platform/base/log.ts';

const FORMAT = 'comporta-edge-1';
const EXTENSION = '.snapshot';

const openedSchema = z.object({
  /** The hash of the environment's key, which clients use. */
  keyHash: z.string(),
  /** The key before it, which clients may use, too. */
  former: z.optional(z.object({ keyHash: z.string(), endsAt: z.string() })),
  /** The hash of the key that the snapshot was fetched with. */
  openedBy: z.string(),
});
type Opened = z.infer<typeof openedSchema>;

const originSchema = z.object({
  ...openedSchema.shape,
  /** Other keys of this node that open the environment: it was given both while one replaces the other. */
  alsoOpenedBy: z.optional(z.array(openedSchema)),
  entityTag: z.string(),
  /** When the snapshot was last known to be current. */
  currentAt: z.iso.datetime(),
});

export type KeptSnapshot = ParsedSnapshot & Omit<z.infer<typeof originSchema>, 'alsoOpenedBy'>;

export interface SnapshotFiles {
  /** The intact snapshots of the folder that were fetched with one of these keys, given as hashes. */
  readAll(openedBy: ReadonlySet<string>): Promise<readonly KeptSnapshot[]>;
  write(kept: KeptSnapshot): Promise<void>;
  /** Removes what was fetched with a key, given as hash; the file stays while it was fetched with another one, too. */
  remove(environmentId: string, openedBy: string): Promise<void>;
}

export function snapshotFilesIn(folder: string, log: Log): SnapshotFiles {
  const fileOf = (environmentId: string) => path.join(folder, environmentId + EXTENSION);

  /** By environment and key: what the file has to say. */
  const written = new Map<string, Map<string, KeptSnapshot>>();

  function note(kept: KeptSnapshot): void {
    const { id } = kept.snapshot.environment;
    written.set(id, (written.get(id) ?? new Map()).set(kept.openedBy, kept));
  }

  function writeFile(kept: KeptSnapshot): Promise<void> {
    const { sent, keyHash, former, openedBy, entityTag, currentAt } = kept;
    const { id } = sent.environment;
    const others = [...(written.get(id)?.values() ?? [])].filter(
      (one) => one.openedBy !== openedBy,
    );
    const alsoOpenedBy: Opened[] = others.map((one) => ({
      keyHash: one.keyHash,
      former: one.former,
      openedBy: one.openedBy,
    }));
    const origin = { keyHash, former, openedBy, alsoOpenedBy, entityTag, currentAt };
    return writeSealedFile(fileOf(id), FORMAT, {
      origin: JSON.stringify(origin),
      value: sent,
    });
  }

  function read(file: string): KeptSnapshot[] {
    const text = readSealedFile(file, FORMAT);
    const parsed = typeof text === 'string' ? undefined : parseSnapshot(text.json);
    if (typeof text === 'string' || parsed === undefined) {
      log.warn({ file }, 'a stored snapshot is damaged and is ignored');
      return [];
    }
    const { alsoOpenedBy = [], ...origin } = originSchema.parse(JSON.parse(text.origin));
    const kept = { ...parsed, ...origin };
    return [kept, ...alsoOpenedBy.map((opened) => ({ ...kept, ...opened }))];
  }

  return {
    async readAll(openedBy) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const all = await readdir(folder);
      // Remains of a node that was killed while it wrote.
      const halves = all.filter((name) => name.includes(`${EXTENSION}.`));
      await Promise.all(halves.map((name) => rm(path.join(folder, name), { force: true })));
      const names = all.filter((name) => name.endsWith(EXTENSION));
      const kept = names
        .flatMap((name) => read(path.join(folder, name)))
        .filter((one) => openedBy.has(one.openedBy));
      for (const one of kept) note(one);
      return kept;
    },
    write(kept) {
      note(kept);
      return writeFile(kept);
    },
    async remove(environmentId, openedBy) {
      const left = written.get(environmentId);
      left?.delete(openedBy);
      const [other] = left?.values() ?? [];
      if (other !== undefined) return writeFile(other);
      written.delete(environmentId);
      await rm(fileOf(environmentId), { force: true });
    },
  };
}
