import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportEvents } from '@comporta/contract/events/event-api';

/** What becomes of a call with events: PASS, FREEZE (no answer), CUT, or an answer in place of the service's. */
export type GateMode =
  | 'PASS'
  | 'FREEZE'
  | 'CUT'
  /** The service stores them, and its answer is lost. */
  | 'LOSE'
  | { readonly status: number; readonly body?: object; readonly retryAfter?: number };

export interface UpstreamGate extends AsyncDisposable {
  readonly url: string;
  /** The parsed bodies of all calls with events, in the order in which they came, and with which key. */
  readonly calls: readonly GatedCall[];
  /** For all calls from now on, or for each as the function says. */
  mode: GateMode | ((call: GatedCall) => GateMode);
  /** Ends the calls that have no answer yet. */
  thaw(): void;
}

export interface GatedCall {
  readonly key: string | undefined;
  readonly userAgent: string | undefined;
  readonly body: { readonly sentAt?: string; readonly events: readonly GatedEvent[] };
}

interface GatedEvent {
  readonly id: string;
  readonly uid: string;
}

/** Stands between an edge node and its service, and passes on everything but calls with events, which it may not. */
export async function openUpstreamGate(target: string): Promise<UpstreamGate> {
  const calls: GatedCall[] = [];
  const frozen = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    const isReport = incoming.url === reportEvents.path && incoming.method === 'POST';
    if (isReport) void judge(incoming, outgoing);
    else passOn(incoming, outgoing).end();
  });

  async function judge(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const sent = Buffer.concat(chunks);
    const call = {
      key: incoming.headers.authorization?.replace('Bearer ', ''),
      userAgent: incoming.headers['user-agent'],
      body: JSON.parse(sent.toString()),
    };
    calls.push(call);
    const mode = typeof gate.mode === 'function' ? gate.mode(call) : gate.mode;
    if (mode === 'PASS') passOn(incoming, outgoing).end(sent);
    else if (mode === 'CUT') outgoing.destroy();
    else if (mode === 'FREEZE') frozen.add(outgoing);
    else if (mode === 'LOSE') {
      const asked = passOn(incoming, undefined).end(sent);
      asked.on('close', () => outgoing.destroy());
    } else {
      const { status, body = {}, retryAfter } = mode;
      const headers = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` };
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
      outgoing.end(JSON.stringify(body));
    }
  }

  function passOn({ url, method, headers }: IncomingMessage, to: ServerResponse | undefined) {
    const asked = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      if (to === undefined) answer.resume();
      else answer.pipe(to.writeHead(answer.statusCode ?? 500, answer.headers));
      answer.on('error', () => to?.destroy());
    });
    to?.on('close', () => asked.destroy());
    return asked.on('error', () => to?.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  const gate: UpstreamGate = {
    url: `http://127.0.0.1:${port}`,
    calls,
    mode: 'PASS',
    thaw() {
      for (const one of frozen) one.destroy();
      frozen.clear();
    },
    async [Symbol.asyncDispose]() {
      gate.thaw();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gate;
}
