import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EVEN_SPLIT,
  type MeasuredShop,
  openMeasuredShop,
  users,
} from '../../testing/measured-shop.ts';
import { exactly, openRequestDesk } from '../../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000).toISOString();

describe('SAF-01: a value that is shipped by a request', () => {
  function ask(shop: MeasuredShop) {
    const path = `/api/apps/${shop.application.id}/change-requests`;
    const send = <Body = ChangeRequest>(method: string, at: string, body?: object) =>
      server.call<Body>(method, `${path}${at}`, {
        token: shop.admin.token,
        ...(body && { body }),
      });
    const file = (body: object, more: object = {}) =>
      send('POST', '', {
        title: 'Ship it',
        submit: true,
        steps: [
          {
            edits: [
              {
                type: 'experiment',
                action: 'SHIP',
                id: shop.experiment.id,
                environmentId: shop.environmentId,
                body,
              },
            ],
          },
        ],
        ...more,
      });
    const read = async () => (await shop.call<Analysis>('GET', '/analyses')).body;
    return { send, file, read };
  }

  it('is refused, kept and applied as the call ships it', async () => {
    const shop = await openMeasuredShop(server);
    const { send, file } = ask(shop);
    const { id: analysisId } = await shop.start();
    const refused = await file({ analysisId, value: 'enabled' });
    expect(refused).toMatchObject({
      status: 400,
      body: { meta_data: { edits: [{ code: 'EMPTY_REASON', at: ['reason'] }] } },
    });
    const { status, body: filed } = await file({ analysisId, value: 'enabled', reason: 'Nice.' });
    expect(status, JSON.stringify(filed)).toBe(201);
    expect(await shop.call('GET', `/analyses/${analysisId}`)).toMatchObject({
      body: { state: 'RUNNING' },
    });
    const { body: applied } = await send('POST', `/${filed.id}/actions`, { action: 'APPLY' });
    expect(applied.state).toBe('DONE');
    expect(await shop.call('GET', `/analyses/${analysisId}`)).toMatchObject({
      body: {
        state: 'STOPPED',
        stopped: { because: 'SHIPPED', value: 'enabled', reason: 'Nice.', by: { name: 'Ana' } },
      },
    });
    expect(await shop.evaluate('ana')).toMatchObject({ value: true, reason: 'STATIC' });
  });

  it('needs no reason when it is the winner, at its time, by the figures of that moment', async () => {
    const shop = await openMeasuredShop(server);
    const { file, send } = ask(shop);
    const { id: analysisId } = await shop.start();
    await shop.exposeAll(users(400));
    const buyers = [];
    // Counted in each value: which users have it is chance, and must not decide who wins.
    const given = { enabled: 0, disabled: 0 };
    for (const uid of users(400)) {
      const value = (await shop.givenTo(uid)) === 'enabled' ? 'enabled' : 'disabled';
      given[value] += 1;
      const buys = value === 'enabled' ? given[value] % 3 > 0 : given[value] % 5 === 0;
      if (buys) buyers.push(uid);
    }
    await shop.track(buyers);
    await shop.count();
    await server.database.sql.execute(raw`
      update phases set started_at = started_at - interval '8 days' where analysis_id = ${analysisId}`);
    const results = await shop.results();
    expect(results.verdict).toMatchObject({ code: 'WINNER' });
    const { status, body } = await file(
      { analysisId, value: 'enabled' },
      { start: 'AT', startAt: tomorrow() },
    );
    expect(status, JSON.stringify(body)).toBe(201);
    await server.database.sql.execute(raw`
      update change_requests set next_at = clock_timestamp(), look_at = clock_timestamp() where id = ${body.id}`);
    await expect.poll(async () => (await send('GET', `/${body.id}`)).body.state).toBe('DONE');
    expect((await shop.call<Analysis>('GET', `/analyses/${analysisId}`)).body).toMatchObject({
      stopped: { because: 'SHIPPED', verdict: { code: 'WINNER' } },
    });
  });

  it('is held when its rule was changed meanwhile', async () => {
    const shop = await openMeasuredShop(server);
    const { file, send } = ask(shop);
    const { id: analysisId } = await shop.start();
    const { body } = await file({ analysisId, value: 'enabled', reason: 'Nice.' });
    const split = { disabled: 10, enabled: 90 };
    await shop.saveRules([{ ...EVEN_SPLIT, valueSpec: { type: 'SPLIT', exactValue: '', split } }]);
    expect((await send('GET', `/${body.id}`)).body).toMatchObject({
      state: 'HELD',
      held: { reason: 'CONFLICT' },
    });
  });
});

describe('SAF-01: a deleted thing that is restored by a request', () => {
  it('comes back as it was, when the request is applied', async () => {
    const desk = await openRequestDesk(server);
    const before = await desk.experiment();
    await desk.send('DELETE', desk.at);
    const request = await desk.file([desk.edit('RESTORE')]);
    expect(request.steps[0]?.edits[0]?.differences).toEqual([{ kind: 'CREATED' }]);
    expect((await desk.send('GET', desk.at)).status).toBe(404);
    const { body } = await desk.act(request, 'APPLY');
    expect(body.state).toBe('DONE');
    const after = await desk.experiment();
    expect([after.salt, after.rules]).toEqual([before.salt, before.rules]);
    const log = `/api/apps/${desk.application.id}/audit-logs?size=1`;
    const { body: page } = await desk.send<{ items: { items: string[] }[] }>('GET', log);
    expect(JSON.stringify(page.items[0]?.items)).toContain('estored');
  });

  it('is refused while it is there, and when it is kept no longer', async () => {
    const desk = await openRequestDesk(server);
    const draft = { title: 'Back', submit: true };
    const file = (edit: object) =>
      desk.send('POST', desk.path, { ...draft, steps: [{ edits: [edit] }] });
    expect(await file(desk.edit('RESTORE'))).toMatchObject({
      body: { meta_data: { edits: [{ code: 'INVALID_EDIT' }] } },
    });
    await desk.send('DELETE', desk.at);
    // Its id is no toggle.
    const toggle = { type: 'toggle', action: 'RESTORE', id: desk.experimentId };
    expect(await file(toggle)).toMatchObject({
      body: { meta_data: { edits: [{ code: 'NOT_FOUND' }] } },
    });
    const items = `/api/apps/${desk.application.id}/deleted-items`;
    await desk.send('DELETE', `${items}/${desk.experimentId}`);
    expect(await file(desk.edit('RESTORE'))).toMatchObject({
      body: { meta_data: { edits: [{ code: 'NOT_FOUND' }] } },
    });
  });

  it('SAF-54: what a step deleted is restored by the roll-back', async () => {
    const desk = await openRequestDesk(server);
    const before = await desk.experiment();
    const edits = [{ edits: [desk.edit('DELETE')] }];
    const step = {
      wait: 3600,
      edits: [
        {
          type: 'experiment',
          action: 'CREATE',
          environmentId: desk.envId,
          body: {
            toggleId: desk.toggleId,
            rules: [{ type: 'ALL_USERS', valueSpec: exactly('disabled') }],
          },
        },
      ],
    };
    const request = await desk.file([], { steps: [...edits, step] });
    expect((await desk.act(request, 'APPLY')).body.state).toBe('RUNNING');
    expect((await desk.act(request, 'ROLL_BACK')).body.state).toBe('ROLLED_BACK');
    const after = await desk.experiment();
    expect([after.salt, after.rules]).toEqual([before.salt, before.rules]);
  });
});
