import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret, spelled as Standard Webhooks has it: receivers' libraries take it as it is. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface WebhookMessage {
  /** The same for each attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly at: Date;
  readonly payload: string;
}

/** The headers by which a receiver knows that a message is ours. Source: Standard Webhooks 1.0. */
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
