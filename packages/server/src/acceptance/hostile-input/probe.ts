import { randomInt } from 'node:crypto';
import type { Endpoint } from '@comporta/contract/endpoint';
import { ERRORS, isErrorCode } from '@comporta/contract/errors';
import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import { fillPath } from '../client.ts';

/** A call that may be wrong in any way that HTTP lets through. */
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

/** What is wrong with the answers: neither a success nor a refusal in the product's own shape. */
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
  // A stream that was opened has no end.
  const text = response.ok && endpoint.result === undefined ? '' : await response.text();
  await response.body?.cancel().catch(() => {});
  if (isAnswer(response.status, text)) return undefined;
  const asked = `${endpoint.method} ${path} ${contentType} ${JSON.stringify(probe.headers)} ${body}`;
  return `${asked.slice(0, 300)} → ${response.status} ${text.slice(0, 300)}`;
}

/** So that no probe is refused because of those before it, and each is looked at. */
function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

function credentialFor({ access }: Endpoint, { token, environmentKey }: Credentials): string {
  if (access === 'client') return `Basic ${btoa(`${CONSOLE_CLIENT.id}:${CONSOLE_CLIENT.secret}`)}`;
  return `Bearer ${access.startsWith('environment') ? environmentKey : token}`;
}

/** A success, or a refusal that says its code, and by it that it is no fault of the service. */
function isAnswer(status: number, text: string): boolean {
  if (status < 400) return true;
  if (status >= 500) return false;
  try {
    const { error_code, request_id, errorCode, errorDetails } = JSON.parse(text);
    // OFREP's refusals have names of their own.
    if (typeof errorCode === 'string') return typeof errorDetails === 'string';
    return isErrorCode(error_code) && ERRORS[error_code].status === status && request_id !== '';
  } catch {
    return false;
  }
}
