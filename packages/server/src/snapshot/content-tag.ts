import { createHash } from 'node:crypto';
import { PART_KINDS, type PartKind } from '@comporta/client-core/change-set';
import type { Snapshot } from '@comporta/engine/snapshot';

const DIGEST_BYTES = 32;

/** The raw SHA-256 of a part's JSON, one character a byte: as a Buffer it would take five times the memory. */
const digests = new WeakMap<object, string>();

/** The digests of the parts of a list, by id. A list that did not change is the same object in the next snapshot. */
const digestsOfLists = new WeakMap<object, Buffer>();

/** Equal contents have equal tags on all nodes, however a node came to them. Has quotes, as an ETag. Source: SCL-04. */
export function* contentTagOf(snapshot: Snapshot): Generator<void, string> {
  const { format, revision, application, environment } = snapshot;
  const hash = createHash('sha256').update(
    JSON.stringify([format, revision, application, environment]),
  );
  for (const kind of PART_KINDS) {
    hash.update(`\n${kind}\n`).update(yield* digestsOf(snapshot[kind]));
  }
  return `"${CONTENT_TAG_PREFIX}${hash.digest('base64url').slice(0, 22)}"`;
}

const CONTENT_TAG_PREFIX = 'c-';

/** Whether an entity tag is of this form; releases before 0.3.0 have another. */
export function isContentTag(entityTag: string): boolean {
  return entityTag.startsWith(`"${CONTENT_TAG_PREFIX}`);
}

/** The digest of a part, made once. */
export function digestOf(part: object): string {
  const known = digests.get(part);
  if (known !== undefined) return known;
  const made = createHash('sha256').update(JSON.stringify(part)).digest().toString('latin1');
  digests.set(part, made);
  return made;
}

function* digestsOf(parts: Snapshot[PartKind]): Generator<void, Buffer> {
  const known = digestsOfLists.get(parts);
  if (known !== undefined) return known;
  for (const part of parts) {
    digestOf(part);
    yield;
  }
  const sorted = [...parts].sort((a, b) => (a.id < b.id ? -1 : 1));
  // Not of Node's pool: it is kept, and would keep 64 KB with it.
  const made = Buffer.allocUnsafeSlow(sorted.length * DIGEST_BYTES);
  for (const [place, part] of sorted.entries()) {
    made.write(digestOf(part), place * DIGEST_BYTES, 'latin1');
  }
  digestsOfLists.set(parts, made);
  return made;
}
