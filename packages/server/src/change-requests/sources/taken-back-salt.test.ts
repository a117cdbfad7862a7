import { compile } from '@comporta/engine/compile';
import { evaluate } from '@comporta/engine/evaluate';
import type { Snapshot } from '@comporta/engine/snapshot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnvironmentKey } from '../../testing/builders.ts';
import { openRequestDesk, type RequestDesk, split } from '../../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let desk: RequestDesk;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  desk = await openRequestDesk(server);
  await desk.saveValue(split(50));
  key = await createEnvironmentKey(server, desk.envId);
});

/** What 1,000 users get, as an application evaluates it. */
async function valuesOfAll(): Promise<readonly (string | undefined)[]> {
  const { body } = await server.call<Snapshot>('GET', '/api/sdk/snapshot', { token: key });
  const compiled = compile(body);
  const [{ name } = { name: '' }] = body.toggles;
  return Array.from(
    { length: 1_000 },
    (_, index) => evaluate(compiled, name, { uid: `user-${index}`, properties: {} })?.value,
  );
}

const anew = () => {
  const rules = [{ id: '11111111-1111-4111-8111-111111111111', type: 'ALL_USERS' }];
  return desk.edit('UPDATE', {
    rules: rules.map((rule) => ({ ...rule, valueSpec: split(50) })),
    rerandomise: true,
  });
};

const revertedBy = ({ id }: { readonly id: string }) =>
  desk.send('POST', desk.path, { title: 'Back', source: { revert: id }, submit: true });

describe('a new salt that a request has given', () => {
  it('SAF-21, SAF-97: is a change of its environment, and told as one', async () => {
    const request = await desk.file([anew()]);
    expect(request).toMatchObject({
      touched: [{ id: desk.envId }],
      steps: [{ edits: [{ differences: [{ kind: 'CHANGED', part: 'salt' }] }] }],
    });
  });

  it('SAF-54: goes with a roll-back: everyone gets what they got before', async () => {
    const before = await valuesOfAll();
    const steps = [{ edits: [anew()] }, { wait: 3600, edits: [desk.edit('PAUSE')] }];
    const request = await desk.file([], { steps });
    await desk.act(request, 'APPLY');
    expect(await valuesOfAll()).not.toEqual(before);
    expect((await desk.act(request, 'ROLL_BACK')).body.state).toBe('ROLLED_BACK');
    expect(await valuesOfAll()).toEqual(before);
  });

  it('SAF-65: goes with a request that reverts it', async () => {
    const before = await valuesOfAll();
    const request = await desk.file([anew()]);
    expect((await desk.act(request, 'APPLY')).body.state).toBe('DONE');
    const { status, body: back } = await revertedBy(request);
    expect(status, JSON.stringify(back)).toBe(201);
    expect((await desk.act(back, 'APPLY')).body.state).toBe('DONE');
    expect(await valuesOfAll()).toEqual(before);
    expect(await revertedBy(request)).toMatchObject({ body: { error_code: 'NO_EDITS' } });
  });

  it('SAF-08: holds another request that gives one, and a later one is not taken back unasked', async () => {
    const [first, second] = [await desk.file([anew()]), await desk.file([anew()])];
    const steps = [{ edits: [anew()] }, { wait: 3600, edits: [desk.edit('PAUSE')] }];
    await desk.act(first, 'APPLY');
    expect(await desk.read(second)).toMatchObject({
      state: 'HELD',
      overlaps: [{ part: 'salt' }],
    });
    const running = await desk.file([], { steps });
    await desk.act(running, 'APPLY');
    await desk.act(await desk.file([anew()]), 'APPLY');
    const later = await valuesOfAll();
    expect((await desk.act(await desk.read(running), 'ROLL_BACK')).body).toMatchObject({
      state: 'HELD',
      held: { reason: 'CONFLICT' },
    });
    expect(await revertedBy(first)).toMatchObject({ body: { error_code: 'EDITS_CONFLICT' } });
    expect(await valuesOfAll()).toEqual(later);
  });
});
