import type { DeletedItem } from '@comporta/contract/deleted-items/deleted-item';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  exactly,
  openRequestDesk,
  type RequestDesk,
  split,
} from '../../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let desk: RequestDesk;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  desk = await openRequestDesk(server);
});

async function done(edit: object) {
  const request = await desk.file([edit]);
  const { body } = await desk.act(request, 'APPLY');
  expect(body.state).toBe('DONE');
  return body;
}

const revert = ({ id }: { readonly id: string }, more: object = {}) =>
  desk.send('POST', desk.path, { title: 'Take it back', source: { revert: id }, ...more });

async function reverted(request: { readonly id: string }): Promise<void> {
  const { status, body } = await revert(request, { submit: true });
  expect(status, JSON.stringify(body)).toBe(201);
  expect((await desk.act(body, 'APPLY')).body.state).toBe('DONE');
}

describe('SAF-65: what a closed request has changed', () => {
  it('is taken back by another request, and a second one has nothing to do', async () => {
    const before = await desk.experiment();
    const request = await done(desk.valueEdit(split(5)));
    await reverted(request);
    expect((await desk.experiment()).rules).toEqual(before.rules);
    expect(await revert(request)).toMatchObject({ status: 400, body: { error_code: 'NO_EDITS' } });
  });

  it('is taken back beside what others have changed since', async () => {
    const [everyone] = (await desk.experiment()).rules;
    const request = await done(desk.valueEdit(split(5)));
    const [now] = (await desk.experiment()).rules;
    const forAna = {
      type: 'PROPERTY',
      propertyRule: { propertyId: 'uid', expression: 'EQUALS', term: 'ana' },
      valueSpec: exactly('disabled'),
    };
    await desk.send('PUT', desk.at, { rules: [forAna, now] });
    await reverted(request);
    expect((await desk.experiment()).rules).toMatchObject([forAna, { ...everyone, order: 2 }]);
  });

  it('is for a person to decide where somebody has changed the same part since', async () => {
    const request = await done(desk.valueEdit(split(5)));
    await desk.saveValue(split(70));
    expect(await revert(request, { submit: true })).toMatchObject({
      status: 409,
      body: { error_code: 'EDITS_CONFLICT', meta_data: { overlaps: [{ step: 1, edit: 1 }] } },
    });
    const { body: draft } = await revert(request);
    const [overlap] = draft.overlaps;
    expect(draft.touched.map(({ id }) => id)).toEqual([desk.envId]);
    expect((await desk.act(draft, 'SUBMIT')).body).toMatchObject({ error_code: 'EDITS_CONFLICT' });
    const choices = { [overlap?.key ?? '']: 'MINE' };
    expect((await desk.act(draft, 'SUBMIT', { choices })).body.state).toBe('APPROVED');
    expect((await desk.act(draft, 'APPLY')).body.state).toBe('DONE');
    expect((await desk.experiment()).rules).toMatchObject([{ valueSpec: exactly('enabled') }]);
  });

  it('is restored where it was deleted, with its salt and the ids of its rules', async () => {
    const before = await desk.experiment();
    const request = await done(desk.edit('DELETE'));
    await reverted(request);
    const after = await desk.experiment();
    expect([after.salt, after.rules]).toEqual([before.salt, before.rules]);
    const { body } = await desk.send<{ items: DeletedItem[] }>(
      'GET',
      `/api/apps/${desk.application.id}/deleted-items`,
    );
    expect(body.items).toEqual([]);
  });

  it('is deleted where it was new', async () => {
    await desk.send('DELETE', desk.at);
    const request = await done({
      type: 'experiment',
      action: 'CREATE',
      environmentId: desk.envId,
      body: { toggleId: desk.toggleId, rules: [{ type: 'ALL_USERS', valueSpec: split(5) }] },
    });
    await reverted(request);
    const list = desk.at.slice(0, desk.at.lastIndexOf('/'));
    expect((await desk.send<Experiment[]>('GET', list)).body).toEqual([]);
  });

  it('is nothing as long as the request is open, or when it was rolled back', async () => {
    const open = await desk.file([desk.valueEdit(split(5))]);
    for (const id of [open.id, desk.experimentId, 'nonsense']) {
      expect(await revert({ id })).toMatchObject({
        status: 400,
        body: { error_code: 'INVALID_SOURCE', meta_data: { at: ['source', 'revert'] } },
      });
    }
  });
});
