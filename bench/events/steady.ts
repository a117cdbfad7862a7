import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const CALLS_A_SECOND = 200;

export interface MeasuredRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends 200 requests a second until the work is done; resolves with the duration of each response in ms. */
export async function askBeside(
  asked: MeasuredRequest,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const took: number[] = [];
  const calls: Promise<void>[] = [];
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  const since = performance.now();
  for (let call = 0; !done; call++) {
    const waitMs = since + (call * 1_000) / CALLS_A_SECOND - performance.now();
    if (waitMs > 1) await pause(waitMs);
    calls.push(ask(asked, agent).then((ms) => void took.push(ms)));
  }
  await working;
  await Promise.all(calls);
  agent.destroy();
  return took;
}

function ask(asked: MeasuredRequest, agent: Agent, since = performance.now()): Promise<number> {
  const { url, headers, body } = asked;
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - since));
    });
    const onError = (error: Error & { readonly code?: string }) => {
      // The service has just closed an idle connection, or got too many new connections at once.
      if (error.code === 'ECONNRESET') resolve(ask(asked, agent, since));
      else reject(error);
    };
    call.on('error', onError).end(body);
  });
}
