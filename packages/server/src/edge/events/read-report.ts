import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { EVENTS_MAX_BYTES, type ItemCode } from '@comporta/contract/events/event';
import type { FastifyRequest } from 'fastify';
import { reportIn } from '../../evaluation/events/event-routes.ts';
import { codeOfForm, type Receipt } from '../../event-store/ingest/judge-event.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { parseLooseJson } from '../../platform/http/json-text.ts';

const unpack = promisify(gunzip);

/** Reads the body of a call as the service does. */
export async function reportOf(request: FastifyRequest<{ Body: Buffer<ArrayBuffer> }>) {
  const { body, headers } = request;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return reportIn(parseLooseJson(body.toString()));
  if (encoding !== 'gzip') throw new Rejection('UNSUPPORTED_MEDIA_TYPE');
  const unpacked = await unpack(body, { maxOutputLength: EVENTS_MAX_BYTES }).catch(notUnpacked);
  request.bodyBytes = unpacked.length;
  return reportIn(parseLooseJson(unpacked.toString()));
}

function notUnpacked(error: unknown): never {
  const { code } = Object(error);
  throw new Rejection(code === 'ERR_BUFFER_TOO_LARGE' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_JSON');
}

/** Divides the events into those that the service may take and those that it would refuse in any case. */
export function* judgeForms(events: readonly unknown[], receipt: Receipt) {
  const valid: unknown[] = [];
  const rejected: { index: number; code: ItemCode }[] = [];
  for (const [index, event] of events.entries()) {
    yield;
    const code = codeOfForm(event, receipt);
    if (code === undefined) valid.push(event);
    else rejected.push({ index, code });
  }
  return { valid, rejected };
}
