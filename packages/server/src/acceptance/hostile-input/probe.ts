import { randomInt } from 'node:crypto';
import type { Endpoint } from '@comporta/contract/endpoint';
import { ERRORS, isErrorCode } from '@comporta/contract/errors';
import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import { fillPath } from '../client.ts';

/** A call that may be wrong in any way that HTTP allows. */
export interface Probe {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface Credentials {
  readonly url: string;
  readonly token: string;
  readonly environmentKey: string;
}

const AT_ONCE = 8;

/** Describes each response that is neither a success nor a refusal in the product's own shape. */
export async function complaintsAbout(
  probes: Iterable<Probe>,
  credentials: Credentials,
): Promise<readonly string[]> {
  const complaints: string[] = [];
  const remaining = probes[Symbol.iterator]();
  async function work(): Promise<void> {
    for (let next = remaining.next(); !next.done; next = remaining.next()) {
      const complaint = await complaintAbout(next.value, credentials);
      if (complaint !== undefined) complaints.push(complaint);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return complaints;
}

async function complaintAbout(probe: Probe, credentials: Credentials): Promise<string | undefined> {
  const { endpoint, params, contentType = 'application/json', body } = probe;
  const headers: Record<string, string> = {
    authorization: credentialFor(endpoint, credentials),
    'x-forwarded-for': anyAddress(),
  };
  if (body !== undefined) headers['content-type'] = contentType;
  const path = fillPath(endpoint.path, params);
  const response = await fetch(credentials.url + path, {
    method: endpoint.method,
    headers: { ...headers, ...probe.headers },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  });
  // An opened stream has no end, so it is not read.
  const text = response.ok && endpoint.result === undefined ? '' : await response.text();
  await response.body?.cancel().catch(() => {});
  if (isAnswer(response.status, text)) return undefined;
  const asked = `${endpoint.method} ${path} ${contentType} ${JSON.stringify(probe.headers)} ${body}`;
  return `${asked.slice(0, 300)} → ${response.status} ${text.slice(0, 300)}`;
}

/** A new address for each probe, so that the rate limits of earlier probes do not refuse it. */
function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

function credentialFor({ access }: Endpoint, { token, environmentKey }: Credentials): string {
  if (access === 'client') return `Basic ${btoa(`${CONSOLE_CLIENT.id}:${CONSOLE_CLIENT.secret}`)}`;
  return `Bearer ${access.startsWith('environment') ? environmentKey : token}`;
}

/** Whether the response is a success, or a refusal with a known code and the status of that code. */
function isAnswer(status: number, text: string): boolean {
  if (status < 400) return true;
  if (status >= 500) return false;
  try {
    const { error_code, request_id, errorCode, errorDetails } = JSON.parse(text);
    // OFREP's refusals use other field names.
    if (typeof errorCode === 'string') return typeof errorDetails === 'string';
    return isErrorCode(error_code) && ERRORS[error_code].status === status && Boolean(request_id);
  } catch {
    return false;
  }
}
