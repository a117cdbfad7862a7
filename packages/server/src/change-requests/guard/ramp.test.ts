import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetric } from '../../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop, users } from '../../testing/measured-shop.ts';
import { exactly } from '../../testing/requests/request-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const HOUR = 3600;
const HARM = { disabled: 1, enabled: 9 };
const NO_HARM = { disabled: 3, enabled: 3 };
const OFF = { type: 'ALL_USERS', valueSpec: exactly('disabled') };

interface RampShop extends MeasuredShop {
  readonly errorsId: string;
  readonly ruleId: string;
  readonly ramp: object;
  readonly guard: object;
  ask<Body = ChangeRequest>(
    method: string,
    at: string,
    body?: object,
  ): ReturnType<typeof server.call<Body>>;
  file(more?: object): Promise<ChangeRequest>;
  act(request: { readonly id: string }, action: string): Promise<ChangeRequest>;
  read(request: { readonly id: string }): Promise<ChangeRequest>;
  makeDue(request: { readonly id: string }, secondsAgo?: number): Promise<void>;
  spec(): Promise<object | undefined>;
  /** A thousand users meet the ramp; so many of ten of each value have an error. */
  meet(kind: string, tenths: Readonly<Record<'disabled' | 'enabled', number>>): Promise<void>;
  analysis(): Promise<Analysis | undefined>;
}

async function openRampShop(): Promise<RampShop> {
  const shop = await openMeasuredShop(server, [OFF]);
  const errorsId = await createMetric(server, shop.application.id, 'errors', {
    name: 'Errors',
    eventKey: 'errors',
    better: 'DOWN',
  });
  const path = `/api/apps/${shop.application.id}/change-requests`;
  const ruleId = shop.experiment.rules[0]?.id ?? '';
  const ask = <Body = ChangeRequest>(method: string, at: string, body?: object) =>
    server.call<Body>(method, `${path}${at}`, { token: shop.admin.token, ...(body && { body }) });
  const ramp = {
    experimentId: shop.experiment.id,
    ruleId,
    value: 'enabled',
    from: 'disabled',
    shares: [{ percent: 40, wait: HOUR }, { percent: 60, wait: HOUR }, { percent: 100 }],
  };
  const guard = {
    analysis: {
      goal: { metricId: shop.metricId },
      guardrails: [{ metricId: errorsId }],
      alpha: 0.01,
    },
    needs: 'NOT_HARMED',
    units: 100,
    onHarm: 'ROLL_BACK',
    watch: 0,
  };
  return {
    ...shop,
    errorsId,
    ruleId,
    ramp,
    guard,
    ask,
    async file(more = {}) {
      const draft = { title: 'Launch', submit: true, source: { ramp }, ...more };
      const { status, body } = await ask('POST', '', draft);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    async act({ id }, action) {
      const { status, body } = await ask('POST', `/${id}/actions`, { action });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    },
    read: async ({ id }) => (await ask('GET', `/${id}`)).body,
    async makeDue({ id }, secondsAgo = 0) {
      await server.database.sql.execute(raw`
        update change_requests set next_at = moment, look_at = moment
        from (select clock_timestamp() - ${secondsAgo} * interval '1 second' as moment) as due
        where id = ${id}`);
    },
    spec: async () => (await shop.call<Experiment>('GET', '')).body.rules[0]?.valueSpec,
    async meet(kind, tenths) {
      const uids = users(1_000).map((uid) => `${kind}-${uid}`);
      await shop.exposeAll(uids);
      const erring: string[] = [];
      for (const [index, uid] of uids.entries()) {
        const value = (await shop.givenTo(uid)) === 'enabled' ? 'enabled' : 'disabled';
        if (index % 10 < tenths[value]) erring.push(uid);
      }
      await shop.track(erring, { key: 'errors' });
      await shop.count();
    },
    async analysis() {
      return (await shop.call<Analysis[]>('GET', '/analyses')).body[0];
    },
  };
}

const split = (enabled: number) => ({ type: 'SPLIT', split: { disabled: 100 - enabled, enabled } });

describe('SAF-50: a ramp', () => {
  it('becomes one step for each share, which change its rule alone', async () => {
    const shop = await openRampShop();
    const request = await shop.file();
    expect(request.steps.map(({ wait }) => wait)).toEqual([null, HOUR, HOUR]);
    expect(request.steps.map(({ edits }) => edits[0]?.differences)).toEqual(
      [1, 2, 3].map(() => [{ kind: 'CHANGED', part: `rule:${shop.ruleId}`, from: 1, to: 1 }]),
    );
    await shop.act(request, 'APPLY');
    expect(await shop.spec()).toMatchObject(split(40));
    await shop.makeDue(request);
    await expect.poll(() => shop.spec()).toMatchObject(split(60));
    await shop.makeDue(request);
    await expect.poll(() => shop.spec()).toMatchObject(exactly('enabled'));
    expect(await shop.read(request)).toMatchObject({ state: 'DONE', guardState: null });
  });

  it('is the only open one of its rule', async () => {
    const shop = await openRampShop();
    const request = await shop.file();
    const again = { title: 'Again', submit: true, source: { ramp: shop.ramp } };
    expect(await shop.ask('POST', '', again)).toMatchObject({
      status: 409,
      body: { error_code: 'RAMP_EXISTS', meta_data: { number: request.number } },
    });
    const { body: draft, status } = await shop.ask('POST', '', { ...again, submit: false });
    expect(status).toBe(201);
    const submit = { action: 'SUBMIT' };
    expect(await shop.ask('POST', `/${draft.id}/actions`, submit)).toMatchObject({
      body: { error_code: 'RAMP_EXISTS' },
    });
    // It may be sent again, and changed, itself.
    const same = { title: 'Launch it', submit: true, source: { ramp: shop.ramp } };
    expect(await shop.ask('PUT', `/${request.id}`, same)).toMatchObject({ status: 200 });
    await shop.act(request, 'WITHDRAW');
    expect((await shop.act(draft, 'SUBMIT')).state).toBe('APPROVED');
  });

  it('is the only open one of its rule also where somebody wrote its steps', async () => {
    const shop = await openRampShop();
    const edit = (enabled: number) => ({
      type: 'experiment',
      action: 'UPDATE',
      id: shop.experiment.id,
      environmentId: shop.environmentId,
      body: { rules: [{ ...shop.experiment.rules[0], valueSpec: split(enabled) }] },
    });
    const stepping = (...shares: readonly number[]) => ({
      title: 'By hand',
      submit: true,
      steps: shares.map((share, index) => ({
        wait: index === 0 ? null : HOUR,
        edits: [edit(share)],
      })),
    });
    const { body: request, status } = await shop.ask<ChangeRequest>('POST', '', stepping(60, 80));
    expect(status, JSON.stringify(request)).toBe(201);
    const exists = { error_code: 'RAMP_EXISTS', meta_data: { number: request.number } };
    for (const other of [
      stepping(70, 90),
      { title: 'Again', submit: true, source: { ramp: shop.ramp } },
    ]) {
      expect(await shop.ask('POST', '', other)).toMatchObject({ status: 409, body: exists });
    }
    // What comes and goes is no ramp, and neither is a single step.
    for (const other of [stepping(90, 50), stepping(90)]) {
      expect(await shop.ask('POST', '', other)).toMatchObject({ status: 201 });
    }
  });

  it.each([
    ['INVALID_SOURCE', 'experimentId', { experimentId: 'nonsense' }],
    ['INVALID_SOURCE', 'ruleId', { ruleId: 'nonsense' }],
    ['INVALID_STEPS', 'shares', { shares: [{ percent: 50, wait: HOUR }, { percent: 50 }] }],
    ['INVALID_STEPS', 'shares', { shares: [{ percent: 50 }] }],
    ['INVALID_STEPS', 'shares', { from: 'enabled' }],
    ['INVALID_TIME', 'shares', { shares: [{ percent: 5 }, { percent: 50 }] }],
    ['INVALID_TIME', 'shares', { shares: [{ percent: 5, wait: 59 }, { percent: 50 }] }],
  ])('is refused with %s at %s where it is %j', async (error_code, place, wrong) => {
    const shop = await openRampShop();
    const draft = { title: 'Launch', source: { ramp: { ...shop.ramp, ...wrong } } };
    const { status, body } = await shop.ask<{ meta_data: { at: string[] } }>('POST', '', draft);
    expect([status, body]).toMatchObject([400, { error_code }]);
    expect(body.meta_data.at.slice(0, 3)).toEqual(['source', 'ramp', place]);
  });

  it('of the company next door is nobody else’s', async () => {
    const [shop, other] = [await openRampShop(), await openRampShop()];
    const draft = { title: 'Launch', source: { ramp: shop.ramp } };
    expect(await other.ask('POST', '', draft)).toMatchObject({
      body: { error_code: 'INVALID_SOURCE' },
    });
  });
});

describe('SAF-52: a guard', () => {
  it.each([
    ['units', { units: 99 }],
    ['watch', { watch: 31 * 24 * HOUR }],
    ['patience', { patience: 59 }],
    ['analysis', { analysis: { guardrails: [] } }],
    ['analysis', { analysis: undefined }],
    ['analysisId', { analysis: undefined, analysisId: '11111111-1111-4111-8111-111111111111' }],
    // At 100 % nothing is left to compare.
    ['watch', { watch: HOUR }],
  ])('is refused at %s where it is %j', async (place, wrong) => {
    const shop = await openRampShop();
    const guard = { ...shop.guard, ...wrong };
    const { status, body } = await shop.ask<{ meta_data: { at: string[] } }>('POST', '', {
      title: 'Launch',
      source: { ramp: shop.ramp },
      guard,
    });
    expect([status, body]).toMatchObject([400, { error_code: 'INVALID_GUARD' }]);
    expect(body.meta_data.at.slice(0, 2).join()).toMatch(place === 'analysis' ? /^guard/ : place);
  });

  it('is refused where its analysis would be, with the code and the place of that', async () => {
    const shop = await openRampShop();
    const guard = { ...shop.guard, analysis: { guardrails: [{ metricId: shop.errorsId }] } };
    const draft = { title: 'Launch', source: { ramp: shop.ramp }, guard };
    expect(await shop.ask('POST', '', draft)).toMatchObject({
      body: {
        error_code: 'INVALID_GUARD',
        meta_data: { at: ['guard', 'analysis', 'goal'], code: 'NO_GOAL' },
      },
    });
    expect(await shop.analysis()).toBeUndefined();
  });

  it('is refused where the steps change more than one rule', async () => {
    const shop = await openRampShop();
    const edit = {
      type: 'experiment',
      action: 'PAUSE',
      id: shop.experiment.id,
      environmentId: shop.environmentId,
    };
    const draft = { title: 'Launch', steps: [{ edits: [edit] }], guard: shop.guard };
    expect(await shop.ask('POST', '', draft)).toMatchObject({
      body: { error_code: 'INVALID_GUARD', meta_data: { at: ['guard'] } },
    });
  });

  it('has its analysis made and started in the commit of the first step', async () => {
    const shop = await openRampShop();
    const request = await shop.file({ guard: shop.guard });
    expect(request.guard).toMatchObject({ patience: 7 * 24 * HOUR });
    expect(await shop.analysis()).toBeUndefined();
    const { guardState } = await shop.act(request, 'APPLY');
    const analysis = await shop.analysis();
    expect(analysis).toMatchObject({ state: 'RUNNING', ruleId: shop.ruleId, alpha: 0.01 });
    expect(guardState).toMatchObject({ analysisId: analysis?.id, countedAt: null });
    expect(analysis?.phases).toHaveLength(1);
  });

  it('compares with the value that shrinks, also where that is not the default; never with what grows', async () => {
    const shop = await openRampShop();
    await shop.saveRules([{ ...OFF, id: shop.ruleId, valueSpec: exactly('enabled') }]);
    const source = { ramp: { ...shop.ramp, value: 'disabled', from: 'enabled' } };
    const { analysis } = shop.guard as { readonly analysis: object };
    const guard = { ...shop.guard, analysis: { ...analysis, control: 'disabled' } };
    expect(await shop.ask('POST', '', { title: 'Off', source, guard })).toMatchObject({
      body: {
        error_code: 'INVALID_GUARD',
        meta_data: { at: ['guard', 'analysis', 'control'] },
      },
    });
    const request = await shop.file({ source, guard: shop.guard });
    await shop.act(request, 'APPLY');
    expect(await shop.analysis()).toMatchObject({ control: 'enabled' });
    await shop.meet('harmed', { disabled: 9, enabled: 1 });
    await expect
      .poll(async () => (await shop.read(request)).state, { timeout: 10_000 })
      .toBe('ROLLED_BACK');
  });

  it('takes an analysis that somebody planned for this rule', async () => {
    const shop = await openRampShop();
    await shop.saveRules([{ ...OFF, id: shop.ruleId, valueSpec: split(10) }]);
    const { id: analysisId } = await shop.plan({ guardrails: [{ metricId: shop.errorsId }] });
    const { analysis: _, ...guard } = shop.guard as { readonly analysis: object };
    const request = await shop.file({ guard: { ...guard, analysisId } });
    await shop.act(request, 'APPLY');
    expect(await shop.analysis()).toMatchObject({ id: analysisId, state: 'RUNNING' });
  });
});

describe('SAF-53, SAF-54, SAF-98: on the running program', () => {
  it('a ramp without harm goes on as soon as it is due and enough users were counted, to its end', async () => {
    const shop = await openRampShop();
    const request = await shop.file({ guard: shop.guard });
    await shop.act(request, 'APPLY');
    await shop.meet('first', NO_HARM);
    await expect.poll(async () => (await shop.read(request)).guardState?.countedAt).not.toBeNull();
    expect(await shop.read(request)).toMatchObject({
      state: 'RUNNING',
      currentStep: 1,
      waitsFor: 'TIME',
    });
    await shop.makeDue(request);
    await expect.poll(() => shop.spec()).toMatchObject(split(60));
    // SAF-55: the step opened a phase, which has no users yet.
    await shop.makeDue(request);
    await expect.poll(async () => (await shop.read(request)).waitsFor).toMatch(/DATA|UNITS/);
    expect((await shop.analysis())?.phases).toHaveLength(2);
    await shop.count();
    await expect.poll(async () => (await shop.read(request)).waitsFor).toBe('UNITS');
    await shop.meet('second', NO_HARM);
    await expect.poll(() => shop.spec()).toMatchObject(exactly('enabled'));
    expect((await shop.read(request)).state).toBe('DONE');
  });

  it('a harmed ramp is back: its former value, its analysis stopped, done by the system', async () => {
    const shop = await openRampShop();
    const request = await shop.file({ guard: shop.guard });
    await shop.act(request, 'APPLY');
    await shop.meet('harmed', HARM);
    await expect
      .poll(async () => (await shop.read(request)).state, { timeout: 10_000 })
      .toBe('ROLLED_BACK');
    expect(await shop.spec()).toMatchObject(exactly('disabled'));
    expect(await shop.analysis()).toMatchObject({
      state: 'STOPPED',
      stopped: { because: 'USER', reason: `#${request.number} Launch` },
    });
    expect((await shop.read(request)).guardState).toMatchObject({
      harm: { metric: 'Errors', value: 'enabled' },
      rolledBack: true,
    });
    const { body: log } = await server.call<{ items: AuditEntry[] }>(
      'GET',
      `/api/apps/${shop.application.id}/audit-logs?size=3`,
      { token: shop.admin.token },
    );
    expect(log.items.map(({ actor }) => actor.kind)).toEqual(log.items.map(() => 'system'));
    const { body } = await shop.call<Experiment>('GET', '');
    expect(body.lastChanged.by.name).toBe('Ana');
  });

  it('harm that hits everybody is seen, although the others have no errors to compare with', async () => {
    const shop = await openRampShop();
    const request = await shop.file({ guard: shop.guard });
    await shop.act(request, 'APPLY');
    await shop.meet('broken', { disabled: 0, enabled: 10 });
    await expect
      .poll(async () => (await shop.read(request)).state, { timeout: 10_000 })
      .toBe('ROLLED_BACK');
    expect((await shop.read(request)).guardState).toMatchObject({
      harm: { metric: 'Errors', value: 'enabled' },
    });
  });

  it('without data it waits, and is held when its patience is over', async () => {
    const shop = await openRampShop();
    const request = await shop.file({ guard: { ...shop.guard, patience: HOUR } });
    await shop.act(request, 'APPLY');
    await shop.makeDue(request);
    await expect.poll(async () => (await shop.read(request)).waitsFor).toMatch(/DATA|UNITS/);
    expect(await shop.spec()).toMatchObject(split(40));
    await shop.makeDue(request, HOUR + 1);
    await expect.poll(async () => (await shop.read(request)).state).toBe('HELD');
    expect((await shop.read(request)).held).toMatchObject({ reason: 'NO_EVIDENCE' });
    expect(await shop.spec()).toMatchObject(split(40));
  });

  it.each(['while steps are left', 'in the watch over the last one'])(
    'after another’s edit %s it is held, and says that harm goes on',
    async (when) => {
      const shop = await openRampShop();
      const isWatch = when.startsWith('in');
      const shares = [{ percent: 40, wait: HOUR }, { percent: 50 }];
      const source = { ramp: { ...shop.ramp, shares } };
      const request = await shop.file({ source, guard: { ...shop.guard, watch: HOUR } });
      await shop.act(request, 'APPLY');
      if (isWatch) {
        const { state, actions } = await shop.act(request, 'ADVANCE');
        expect([state, actions]).toEqual([
          'RUNNING',
          ['HOLD', 'ROLL_BACK', 'WITHDRAW', 'TAKE_OVER'],
        ]);
      }
      await shop.saveRules([{ ...OFF, id: shop.ruleId, valueSpec: split(45) }]);
      expect((await shop.read(request)).state).toBe(isWatch ? 'RUNNING' : 'HELD');
      await shop.meet('harmed', HARM);
      await expect
        .poll(async () => (await shop.read(request)).held, { timeout: 10_000 })
        .toMatchObject({
          reason: 'CONFLICT',
          by: 'Ana',
          meta_data: { harm: { metric: 'Errors', value: 'enabled' }, rule: 1 },
        });
      expect(await shop.spec()).toMatchObject(split(45));
      expect((await shop.analysis())?.state).toBe('RUNNING');
    },
  );

  it('with HOLD, harm holds it until a person decides, and nobody goes on before that', async () => {
    const shop = await openRampShop();
    const request = await shop.file({ guard: { ...shop.guard, onHarm: 'HOLD' } });
    await shop.act(request, 'APPLY');
    await shop.meet('harmed', HARM);
    await expect
      .poll(async () => (await shop.read(request)).held, { timeout: 10_000 })
      .toMatchObject({ reason: 'GUARDRAIL_HARM', meta_data: { harm: { metric: 'Errors' } } });
    await shop.act(request, 'RESUME');
    expect(await shop.ask('POST', `/${request.id}/actions`, { action: 'ADVANCE' })).toMatchObject({
      status: 409,
      body: { error_code: 'WRONG_REQUEST_STATE' },
    });
    // SAF-57: one press.
    expect((await shop.act(request, 'ROLL_BACK')).state).toBe('ROLLED_BACK');
    expect(await shop.spec()).toMatchObject(exactly('disabled'));
    expect((await shop.analysis())?.state).toBe('STOPPED');
  });

  it('a watch that ends without harm ends the request', async () => {
    const shop = await openRampShop();
    const shares = [{ percent: 40, wait: HOUR }, { percent: 50 }];
    const source = { ramp: { ...shop.ramp, shares } };
    const request = await shop.file({ source, guard: { ...shop.guard, watch: HOUR } });
    await shop.act(request, 'APPLY');
    await shop.act(request, 'ADVANCE');
    await shop.act(request, 'HOLD');
    const { nextAt } = await shop.act(request, 'RESUME');
    expect(nextAt).not.toBeNull();
    await shop.makeDue(request);
    await expect.poll(async () => (await shop.read(request)).state).toBe('DONE');
    expect((await shop.analysis())?.state).toBe('RUNNING');
  });
});
