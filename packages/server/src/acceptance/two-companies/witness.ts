import { randomUUID } from 'node:crypto';
import type { MeasuredShop } from './measured-shop.ts';
import { PURCHASE, TOGGLE } from './measured-shop.ts';

/** What a company saw that used its service while another one did something. */
export interface Testimony {
  /** Each answer that was not as it should be, with what was asked. */
  readonly complaints: readonly string[];
  /** Events that were acknowledged: each must be counted once. */
  readonly acknowledged: number;
  /** Calls with events that had to be sent again. */
  readonly putOff: number;
}

const AT_MOST_AGAIN = 200;

/**
 * Uses a service as a company does: a server and a page ask and report, a person lists and saves. Each round waits for its
 * answers, so what it sees does not depend on how busy the machine is.
 */
export async function witness(shop: MeasuredShop, rounds: number): Promise<Testimony> {
  const complaints: string[] = [];
  let putOff = 0;

  async function expectStatus(what: string, status: number, answer: Promise<Response>) {
    const response = await answer;
    const text = await response.text();
    if (response.status !== status) complaints.push(`${what}: ${response.status} ${text}`);
    return text;
  }

  async function evaluate(what: string, key: string, uid: string) {
    const text = await expectStatus(
      what,
      200,
      send(shop.url, `/ofrep/v1/evaluate/flags/${TOGGLE}`, key, { context: { targetingKey: uid } }),
    );
    if (!/"variant":"(en|dis)abled"/.test(text)) complaints.push(`${what}: ${text}`);
  }

  async function report(uid: string) {
    const event = {
      type: 'track',
      id: randomUUID(),
      key: PURCHASE,
      uid,
      at: new Date().toISOString(),
    };
    for (let again = 0; again < AT_MOST_AGAIN; again += 1) {
      const answer = await send(shop.url, '/api/events', shop.environmentKey, { events: [event] });
      const text = await answer.text();
      if (answer.status === 200) {
        if (!text.includes('"accepted":1')) complaints.push(`event: ${text}`);
        return;
      }
      putOff += 1;
      if (answer.status !== 429) complaints.push(`event: ${answer.status} ${text}`);
    }
    complaints.push('event: lost');
  }

  for (let round = 0; round < rounds; round += 1) {
    const uid = `ana-${randomUUID()}`;
    const apps = '/api/apps';
    const property = { key: `k-${randomUUID()}`, type: 'STRING' };
    await Promise.all([
      evaluate('server', shop.environmentKey, uid).then(() => report(uid)),
      evaluate('page', shop.clientKey, uid),
      expectStatus('list', 200, send(shop.url, apps, shop.token)),
      expectStatus(
        'save',
        201,
        send(shop.url, `${apps}/${shop.appId}/properties`, shop.token, property),
      ),
    ]);
  }
  return { complaints, acknowledged: rounds, putOff };
}

/** Its calls come from a network of its own; the service trusts what this machine forwards. */
function send(url: string, path: string, key: string, body?: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-forwarded-for': '198.19.0.1',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
