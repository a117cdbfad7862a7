import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The ids that proxies and clients use: no blanks, quotes or line ends, and at most 128 characters. */
const REQUEST_ID = /^[\w.:+/=-]{8,128}$/;
/** https://www.w3.org/TR/trace-context/: version, trace, parent, flags; nothing may be all zeros. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** The request id that the client sent, if it is well formed; otherwise a new one. */
export function requestIdFrom({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

export interface Trace {
  readonly traceparent: string;
  readonly traceId: string;
}

/** The trace that a request is part of; undefined without one, or with one that is malformed. */
export function traceOf({ traceparent }: IncomingHttpHeaders): Trace | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const traceId = TRACEPARENT.exec(traceparent)?.[1];
  return traceId === undefined ? undefined : { traceparent, traceId };
}
