import { rm } from 'node:fs/promises';
import type { HeldList } from '../lists/held-list.ts';
import { keepLatest, type LatestKeeper } from './keep-latest.ts';
import { readListFile, writeListFile } from './list-file.ts';

/** Stores the lists of an environment beside its snapshot. */
export interface ListKeeper {
  /** The list of the previous run, if its file is usable. */
  readonly read: (id: string) => HeldList | undefined;
  /** Stores it in the background, at most every five seconds. */
  readonly keep: (id: string, list: HeldList) => void;
  readonly forget: (ids: readonly string[]) => void;
  /** Resolves when what was given is stored. */
  finish(): Promise<void>;
}

/** What comes from the service is the name of a file only if it has the form of an id. */
const ID = /^[0-9a-f-]{36}$/;

/** `fileOf` names the file of a list. Errors of files are told and do not stop the program. */
export function keepListFiles(
  fileOf: (id: string) => string,
  onError: (file: string, error: unknown) => void,
): ListKeeper {
  const writing = new Map<string, LatestKeeper<HeldList>>();

  function writerOf(id: string): LatestKeeper<HeldList> {
    const file = fileOf(id);
    const held = writing.get(id);
    if (held !== undefined) return held;
    const made = keepLatest<HeldList>((list) =>
      writeListFile(file, list).catch((error: unknown) => onError(file, error)),
    );
    writing.set(id, made);
    return made;
  }

  return {
    read: (id) => (ID.test(id) ? readListFile(fileOf(id)) : undefined),
    keep(id, list) {
      if (ID.test(id)) writerOf(id).keep(list);
    },
    forget(ids) {
      for (const id of ids) {
        if (!ID.test(id)) continue;
        const writer = writing.get(id);
        writing.delete(id);
        void Promise.resolve(writer?.drop()).then(() =>
          rm(fileOf(id), { force: true }).catch(() => {}),
        );
      }
    },
    async finish() {
      await Promise.all([...writing.values()].map((writer) => writer.finish()));
    },
  };
}
