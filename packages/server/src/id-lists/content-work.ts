import { gunzipSync } from 'node:zlib';
import { ID_LIST_MAX_BYTES } from '@comporta/contract/id-lists/id-list';
import type { changeContent as endpoint } from '@comporta/contract/id-lists/id-list-api';
import { Rejection } from '../platform/base/rejection.ts';
import { restrictionsNow } from '../platform/callers/application-scope.ts';
import { requireAdmitted } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { SentFile } from '../platform/http/call.ts';
import type { LargeWork } from '../platform/http/large/large-work.ts';
import { changeContent, findContent } from './change-content.ts';
import { idsChanged } from './id-list-noun.ts';
import { readListKey } from './id-list-repository.ts';
import { collectIds, type IdsByPart } from './ids/collect-ids.ts';
import { readIds } from './ids/read-lines.ts';

/** The upload of a file, which runs here or in a process of its own. */
export function contentWork(plans: Plans): LargeWork<typeof endpoint> {
  return {
    isLarge: async () => false,
    onlyReads: ({ dryRun }) => dryRun === 'true',
    locksLast: true,
    /** What environments do not allow, or another version, is refused before a million ids are hashed. Source: LIF-45. */
    async admit(call) {
      const { sql, actor, application, query } = call;
      const list = await findContent(call);
      if (query.dryRun === 'true') return;
      const restrictions = await restrictionsNow(sql, application.id);
      const scope = { ...application, ...(restrictions && { restrictions }) };
      const change = () => idsChanged(list, { added: 1, removed: 0 });
      await requireAdmitted(sql, { actor, application: scope }, [change]);
    },
    async handle(call, lock) {
      const { sql, application, query, body } = call;
      await findContent(call);
      const key = await readListKey(sql, application.id);
      const ids = idsInFile(key, body, query.header === 'true');
      const step = { mode: query.mode ?? 'replace', ids };
      const dryRun = query.dryRun === 'true';
      return changeContent({ ...call, dryRun }, [step], { plans, lock });
    },
  };
}

/** Hashes the ids of a file, piece by piece. Rejects with PAYLOAD_TOO_LARGE, INVALID_IDS or MAX_LIST_IDS_REACHED. */
function idsInFile(key: Uint8Array, file: SentFile, hasHeader: boolean): IdsByPart {
  const ids = collectIds(key);
  const lines = readIds(ids, { isCsv: file.mediaType === 'text/csv', hasHeader });
  for (const piece of piecesOf(unpacked(file))) lines.take(piece);
  lines.end();
  return ids.finish();
}

const PIECE_BYTES = 64 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    yield bytes.subarray(from, from + PIECE_BYTES);
  }
}

/** A small file may unpack to something enormous: it ends at the limit. */
function unpacked({ bytes, isCompressed }: SentFile): Uint8Array {
  if (!isCompressed) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: ID_LIST_MAX_BYTES });
  } catch (error) {
    const code = String(Reflect.get(Object(error), 'code'));
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new Rejection('PAYLOAD_TOO_LARGE');
    if (code.startsWith('Z_')) throw new Rejection('INVALID_BODY', { field: 'gzip' });
    throw error;
  }
}
