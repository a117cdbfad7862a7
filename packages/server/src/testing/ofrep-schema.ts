import { z } from 'zod';

/**
 * The responses that OFREP 0.3 allows (open-feature/protocol, service/openapi.yaml and event-streams.yaml),
 * corrected where its own examples fail: DEFAULT and ERROR are reasons too, a flag without a value leaves
 * the value to the caller, and each number has one type. It is stricter in one point: properties that the
 * protocol does not name are not allowed.
 */
const flag = z.strictObject({
  key: z.string(),
  reason: z.enum(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN', 'DEFAULT', 'ERROR']),
  value: z.union([z.boolean(), z.string(), z.number(), z.record(z.string(), z.json())]).optional(),
  variant: z.string().optional(),
  metadata: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])).optional(),
});

const errorCode = z.enum([
  'PARSE_ERROR',
  'TARGETING_KEY_MISSING',
  'INVALID_CONTEXT',
  'GENERAL',
  'FLAG_NOT_FOUND',
  'TYPE_MISMATCH',
]);
const errorDetails = z.string().min(1);
const flagFailure = z.strictObject({ key: z.string(), errorCode, errorDetails });
const bulkFailure = z.strictObject({ errorCode, errorDetails });
const flagNotFound = flagFailure.extend({ errorCode: z.literal('FLAG_NOT_FOUND') });

const requestUri = z.string().startsWith('/');
const eventStream = z.strictObject({
  type: z.literal('sse'),
  endpoint: z.strictObject({ requestUri, origin: z.url().optional() }),
  inactivityDelaySec: z.int().min(1),
});
const bulk = z.strictObject({
  flags: z.array(z.union([flag, flagFailure])),
  metadata: flag.shape.metadata,
  eventStreams: z.array(eventStream).min(1),
});

const refetch = z.strictObject({
  type: z.literal('refetchEvaluation'),
  etag: z.string().optional(),
  lastModified: z.union([z.int().min(0), z.iso.datetime()]).optional(),
});

export interface OfrepAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The parsed JSON, or undefined when there is no body. */
  readonly body: unknown;
}

const FLAGS = '/ofrep/v1/evaluate/flags';

/** Throws unless OFREP, with the additions of this service, allows this response to a POST to the path. */
export function requireOfrepAnswer(path: string, { status, headers, body }: OfrepAnswer): void {
  const isBulk = path.replace(/\?.*/, '') === FLAGS;
  headersOf(status, isBulk).parse(headers);
  bodyOf(status, isBulk).parse(body);
}

function headersOf(status: number, isBulk: boolean): z.ZodType {
  const hasBody = status !== 304;
  return z.looseObject({
    ...(hasBody && { 'content-type': z.literal('application/json; charset=utf-8') }),
    ...((status === 304 || (isBulk && status === 200)) && { etag: z.string().regex(/^"[^"]+"$/) }),
    // Clients misread anything but whole seconds.
    ...((status === 429 || status === 503) && {
      'retry-after': z.union([z.int().min(1), z.string().regex(/^[1-9]\d*$/)]),
    }),
  });
}

function bodyOf(status: number, isBulk: boolean): z.ZodType {
  if (status === 304) return z.undefined();
  if (status === 200) return isBulk ? bulk : flag;
  if (isBulk) return bulkFailure;
  return status === 404 ? flagNotFound : flagFailure;
}

/** Throws unless the complete server-sent events of the text follow OFREP; comments and `retry` fields are allowed. */
export function requireOfrepEvents(text: string): void {
  for (const event of text.split('\n\n').slice(0, -1)) {
    const fields = new Map(
      event
        .split('\n')
        .filter((line) => !line.startsWith(':'))
        .map((line) => [line.replace(/:.*/, ''), line.replace(/^[^:]*: ?/, '')]),
    );
    const data = fields.get('data');
    if (data === undefined) continue;
    refetch.parse(JSON.parse(data));
    if (fields.get('event') !== 'message') throw new Error(`not a message: ${event}`);
    if (!fields.has('id')) throw new Error(`no id: ${event}`);
  }
}
