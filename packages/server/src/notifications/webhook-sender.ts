import type { DeliveryError } from '@comporta/contract/notifications/notification';
import { VERSION } from '../platform/base/version.ts';
import { openGuardedAgents } from '../platform/webhooks/guarded-agents.ts';
import { AddressRefused, type WebhookAddresses } from '../platform/webhooks/webhook-addresses.ts';
import { signatureHeaders } from '../platform/webhooks/webhook-signature.ts';
import type { Destination } from '../tables/deliveries.ts';

/** How an attempt ended. Without an error the message was delivered. */
export interface Outcome {
  readonly status: number | null;
  readonly error: DeliveryError | null;
}

export interface WebhookSender {
  /** Posts a message once. Never rejects: every failure is an outcome. */
  send(destination: Destination, message: { id: string; payload: string }): Promise<Outcome>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 5_000;
const ANSWER_MAX_BYTES = 64 * 1024;

export function openWebhookSender(addresses: WebhookAddresses): WebhookSender {
  const agents = openGuardedAgents(addresses, TIMEOUT_MS);

  async function post(
    { webhook, secret }: Destination,
    { id, payload }: { id: string; payload: string },
  ): Promise<Outcome> {
    const agent = await agents.agentFor(new URL(webhook));
    const { request } = (await import('undici')).default;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // Redirects are not followed; they count as failures.
    const { statusCode, body } = await request(webhook, {
      method: 'POST',
      dispatcher: agent,
      signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': `Comporta/${VERSION}`,
        ...signatureHeaders(secret, { id, at: new Date(), payload }),
      },
      body: payload,
    });
    // The body is not used. An error while it is discarded does not change the status.
    await body.dump({ limit: ANSWER_MAX_BYTES, signal }).catch(() => {});
    const isSuccess = statusCode >= 200 && statusCode < 300;
    return { status: statusCode, error: isSuccess ? null : 'HTTP_STATUS' };
  }

  return {
    async send(destination, message) {
      try {
        return await post(destination, message);
      } catch (error) {
        return { status: null, error: reasonOf(error) };
      }
    },
    close: agents.close,
  };
}

const UNKNOWN_HOST = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'ECONNREFUSED', 'ETIMEOUT']);

function reasonOf(error: unknown): DeliveryError {
  if (error instanceof AddressRefused) {
    return error.isLiteral ? 'ADDRESS_NOT_ALLOWED' : 'UNKNOWN_HOST';
  }
  if (!(error instanceof Error)) return 'NOT_CONNECTED';
  if (error.name === 'TimeoutError' || error.name === 'ConnectTimeoutError') return 'TIMED_OUT';
  const isDns = 'syscall' in error && String(error.syscall).startsWith('query');
  const code = 'code' in error ? String(error.code) : '';
  return isDns && UNKNOWN_HOST.has(code) ? 'UNKNOWN_HOST' : 'NOT_CONNECTED';
}
