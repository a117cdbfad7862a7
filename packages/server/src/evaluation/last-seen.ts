import { NEWER_WORDS_SINCE } from '@comporta/contract/conditions/newer-words';
import { inHalves } from '../platform/base/in-halves.ts';
import type { Log } from '../platform/base/log.ts';
import { isOlderVersion } from '../platform/base/version.ts';
import type { Sql } from '../platform/database/database.ts';
import { codeOfFailure, isPassing } from '../platform/database/database-errors.ts';
import { doPeriodically } from '../platform/database/periodic-work.ts';
import {
  type KeySighting,
  type Sighting,
  saveKeySightings,
  saveSightings,
} from './sighting-repository.ts';

const SAVE_INTERVAL_MS = 1_000;
const PRODUCT_MAX_CHARS = 100;
/** The programs of ours that evaluate by themselves; others only ask for values. */
const READERS: ReadonlySet<string | null> = new Set(['comporta-sdk', 'comporta-edge']);

export interface LastSeen {
  /** Notes a request with a key of the environment, at the cost of two writes to maps. An account key has no hash here. */
  seen(environmentId: string, userAgent: string | undefined, keyHash?: string): void;
  /** Notes who reads snapshots, if it is one of our programs that does not know the newer words. Source: RUL-58. */
  snapshotRead(environmentId: string, userAgent: string | undefined): void;
  /** Notes that a page used the environment key, which is for servers only. */
  seenInPage(environmentId: string): void;
  /** Notes that a rule decided a response. `isSo` is not called any more once it was true for an environment. */
  ruleServed(environmentId: string, isSo: () => boolean): void;
  /** Saves the last notes, unless the database is unavailable. */
  close(): Promise<void>;
}

/** Notes in memory when environments were last used, and saves the notes with one statement per second. */
export function keepLastSeen(sql: Sql, log: Log): LastSeen {
  let noted = new Map<string, string | undefined>();
  /** The latest User-Agent of each environment: a rule may be noted after the note of its request was saved. */
  const userAgents = new Map<string, string | undefined>();
  /** The environment of each used key, by the key's hash. */
  let notedKeys = new Map<string, string>();
  let notedInPage = new Set<string>();
  let notedOlder = new Map<string, Sighting['older']>();
  let notedRules = new Set<string>();
  const knownRules = new Set<string>();
  /** Kept until saved, because the database may be unavailable. */
  const unsaved = new Map<string, Sighting>();
  const unsavedKeys = new Map<string, KeySighting>();

  async function save(): Promise<void> {
    const at = new Date().toISOString();
    for (const [id, userAgent] of noted) {
      userAgents.set(id, userAgent);
      const inPage = notedInPage.has(id) || unsaved.get(id)?.inPage === true;
      const ruleServed = notedRules.has(id) || unsaved.get(id)?.ruleServed === true;
      const older = notedOlder.get(id) ?? unsaved.get(id)?.older;
      unsaved.set(id, { at, ...productOf(userAgent), inPage, ruleServed, older });
    }
    for (const [keyHash, environmentId] of notedKeys)
      unsavedKeys.set(keyHash, { at, environmentId });
    noted = new Map();
    notedKeys = new Map();
    notedInPage = new Set();
    notedOlder = new Map();
    notedRules = new Set();
    if (unsaved.size === 0) return;
    await inHalves([...unsaved], {
      async store(part) {
        const ids = new Set(part.map(([id]) => id));
        const keys = [...unsavedKeys].filter(([, { environmentId }]) => ids.has(environmentId));
        await sql.transaction(async (inside) => {
          await saveSightings(inside, part);
          await saveKeySightings(inside, keys);
        });
        for (const [id] of part) unsaved.delete(id);
        for (const [keyHash] of keys) unsavedKeys.delete(keyHash);
      },
      isPassing,
      onBad([environment], error) {
        unsaved.delete(environment);
        log.error({ environment, code: codeOfFailure(error) }, 'a sighting cannot be saved');
      },
    });
  }

  const saving = doPeriodically(SAVE_INTERVAL_MS, save, log);
  return {
    seen(environmentId, userAgent, keyHash) {
      noted.set(environmentId, userAgent);
      if (keyHash !== undefined) notedKeys.set(keyHash, environmentId);
    },
    snapshotRead(environmentId, userAgent) {
      const { sdk, version } = productOf(userAgent);
      if (!READERS.has(sdk) || version === null) return;
      if (isOlderVersion(version, NEWER_WORDS_SINCE))
        notedOlder.set(environmentId, { sdk, version });
    },
    seenInPage(environmentId) {
      notedInPage.add(environmentId);
    },
    ruleServed(environmentId, isSo) {
      if (knownRules.has(environmentId) || !isSo()) return;
      knownRules.add(environmentId);
      notedRules.add(environmentId);
      if (!noted.has(environmentId)) noted.set(environmentId, userAgents.get(environmentId));
    },
    async close() {
      await saving.close();
      // A shutdown does not wait for an unavailable database.
      await save().catch(() => {});
    },
  };
}

/** Name and version of the first product in a User-Agent header: comporta-sdk and 1.2.0 in `comporta-sdk/1.2.0 node/24`. */
function productOf(userAgent: string | undefined): Pick<Sighting, 'sdk' | 'version'> {
  const [, sdk, version] = /^\s*([^\s/();]+)(?:\/([^\s();]+))?/.exec(userAgent ?? '') ?? [];
  return { sdk: clip(sdk), version: clip(version) };
}

function clip(text: string | undefined): string | null {
  return text?.slice(0, PRODUCT_MAX_CHARS) ?? null;
}
