import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import { keepNodes, type NodeEnd } from './keep-nodes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A process of which a test says when it is ready and when it ends. */
function openProcess(place: number) {
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<NodeEnd>();
  return {
    place,
    ready: ready.promise,
    ended: ended.promise,
    stop: vi.fn(() => ended.resolve({ code: 0, signal: null })),
    tellOfRestart: vi.fn(),
    beReady: () => ready.resolve(`node ${place} is ready`),
    end: (code: number | null) => {
      ended.resolve({ code, signal: code === null ? 'SIGKILL' : null });
      return turn();
    },
  };
}

const turn = () => vi.advanceTimersByTimeAsync(0);

async function keepTwo({ areReady = true } = {}) {
  const started: ReturnType<typeof openProcess>[] = [];
  const nodes = keepNodes({
    count: 2,
    start(place) {
      const node = openProcess(place);
      started.push(node);
      return node;
    },
    log: createLog('silent'),
  });
  nodes.ready.catch(() => {});
  if (areReady) for (const node of started) node.beReady();
  await turn();
  return { nodes, started, last: () => started.at(-1) ?? openProcess(0) };
}

it('SCL-20: there is one welcome line, when all nodes are ready', async () => {
  const { nodes, started } = await keepTwo({ areReady: false });
  const welcome = vi.fn();
  void nodes.ready.then(welcome);
  started[1]?.beReady();
  await turn();
  expect(welcome).not.toHaveBeenCalled();
  started[0]?.beReady();
  await turn();
  expect(welcome.mock.calls).toEqual([['node 1 is ready']]);
});

describe('SCL-21: a node that ends unasked', () => {
  it('starts again after 1 s, doubling to 30 s; the other goes on', async () => {
    const { started, last } = await keepTwo();
    const pauses = [1, 2, 4, 8, 16, 30, 30];
    await started[0]?.end(null);
    for (const [time, seconds] of pauses.entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(started).toHaveLength(2 + time);
      await vi.advanceTimersByTimeAsync(1);
      expect(started).toHaveLength(3 + time);
      await last().end(time % 2);
    }
    expect(started.map(({ place }) => place)).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1]);
    expect(started[1]?.stop).not.toHaveBeenCalled();
  });

  it('starts again after 1 s when it had run for a while', async () => {
    const { started, last } = await keepTwo();
    await started[0]?.end(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await last().end(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.advanceTimersByTimeAsync(60_001);
    await last().end(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toHaveLength(5);
  });

  it('with 78 ends all with 78', async () => {
    const { nodes, started, last } = await keepTwo();
    await started[0]?.end(null);
    await vi.advanceTimersByTimeAsync(1_000);
    await last().end(78);
    await expect(nodes.failed).rejects.toMatchObject({ exitCode: 78 });
    await nodes.stop();
    expect(started[1]?.stop).toHaveBeenCalled();
    expect(started).toHaveLength(3);
  });

  it('before all were ready once ends all with its code, unless it was killed', async () => {
    const { nodes, started } = await keepTwo({ areReady: false });
    await started[0]?.end(null);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toHaveLength(3);
    await started[1]?.end(1);
    await expect(nodes.ready).rejects.toMatchObject({ exitCode: 1 });
  });
});

it('SCL-21: stopping asks all at once, waits for all, and starts none again', async () => {
  const { nodes, started, last } = await keepTwo();
  await last().end(1);
  await nodes.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started.map(({ stop }) => stop.mock.calls.length)).toEqual([1, 0]);
});

it('each node is told that the database was restarted', async () => {
  const { nodes, started } = await keepTwo();
  nodes.tellOfRestart();
  for (const node of started) expect(node.tellOfRestart).toHaveBeenCalledTimes(1);
});
