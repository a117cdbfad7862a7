import ipaddr from 'ipaddr.js';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import { VERSION } from '../platform/base/version.ts';
import { openGuardedAgents } from '../platform/webhooks/guarded-agents.ts';
import type { WebhookAddresses } from '../platform/webhooks/webhook-addresses.ts';

const TIMEOUT_MS = 5_000;
const ANSWER_MAX_BYTES = 256 * 1024;

/** A provider did not answer in time, or at an address that may not be called. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

export interface IdentityFetch {
  /** Rejects with ProviderUnreachable. */
  readonly fetch: CustomFetch;
  close(): Promise<void>;
}

/**
 * The only way to a provider: to addresses that may be called, without following redirects, within 5 s for all of it, and
 * not more than 256 KiB of an answer. Source: IDN-14.
 */
export function openIdentityFetch(
  addresses: WebhookAddresses,
  timeoutMs: number = TIMEOUT_MS,
): IdentityFetch {
  const agents = openGuardedAgents(addresses, timeoutMs);

  async function ask(url: URL, { method, headers, body }: CustomFetchOptions): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    await requireSafe(url, addresses);
    const dispatcher = await agents.agentFor(url);
    const { request } = (await import('undici')).default;
    const answer = await request(url, {
      method: method as 'GET', // undici has a closed list; openid-client sends GET and POST.
      headers: { ...headers, 'user-agent': `Comporta/${VERSION}` },
      body: body == null ? null : String(body),
      dispatcher,
      signal,
    });
    const received = await readAtMost(answer.body);
    const answered = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    const status = answer.statusCode;
    const isEmpty = status === 204 || status === 304 || received.length === 0;
    return new Response(isEmpty ? null : received, { status, headers: answered });
  }

  return {
    async fetch(url, options) {
      try {
        return await ask(new URL(url), options);
      } catch (error) {
        throw new ProviderUnreachable(new URL(url).host, { cause: error });
      }
    },
    close: agents.close,
  };
}

/** Secrets travel over https. Only a provider on the same machine, which the operator has allowed, may do without. */
async function requireSafe(url: URL, addresses: WebhookAddresses): Promise<void> {
  if (url.protocol === 'https:') return;
  const found = await addresses.resolve(url);
  const isHere = found.every((one) => ipaddr.process(one).range() === 'loopback');
  if (url.protocol !== 'http:' || !isHere) throw new Error('only https');
}

async function readAtMost(body: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > ANSWER_MAX_BYTES) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
