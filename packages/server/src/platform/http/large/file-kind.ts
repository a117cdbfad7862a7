import type { FastifyRequest } from 'fastify';
import { Rejection } from '../../base/rejection.ts';
import type { FileKind } from '../call.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/** How a file was sent. Rejects with UNSUPPORTED_MEDIA_TYPE what is neither UTF-8 nor plain or compressed with gzip. */
export function fileKindOf({ headers }: Pick<FastifyRequest, 'headers'>): FileKind {
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';', 1);
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const isReadable = /^(utf-?8|us-ascii)$/i.test(charset) && /^(identity|gzip)$/.test(encoding);
  if (!isReadable) throw new Rejection('UNSUPPORTED_MEDIA_TYPE');
  return { mediaType: mediaType.trim().toLowerCase(), isCompressed: encoding === 'gzip' };
}
