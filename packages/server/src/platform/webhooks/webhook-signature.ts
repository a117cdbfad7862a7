import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret in the format of Standard Webhooks, so that receivers can pass it to its libraries unchanged. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface WebhookMessage {
  /** The same for each attempt, so that a receiver can recognise a repetition. */
  readonly id: string;
  readonly at: Date;
  readonly payload: string;
}

/** The headers by which a receiver can verify that a message is from this service. Source: Standard Webhooks 1.0. */
export function signatureHeaders(secret: string, { id, at, payload }: WebhookMessage) {
  const timestamp = Math.floor(at.getTime() / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${id}.${timestamp}.${payload}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
