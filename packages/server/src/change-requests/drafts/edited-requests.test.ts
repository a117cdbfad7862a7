import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { sql as raw } from 'drizzle-orm';
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

/** What a client sends back that changes something beside the edits. */
function sentBack({ title, reason, start, startAt, steps }: ChangeRequest) {
  return {
    ...{ title, reason, start, startAt },
    steps: steps.map(({ at, wait, edits }) => ({
      ...{ at, wait },
      edits: edits.map(({ type, action, id, environmentId, body }) => ({
        ...{ type, action, id, environmentId, body },
      })),
    })),
  };
}

function put(request: ChangeRequest, change: object = {}) {
  const body = { ...sentBack(request), ...change };
  return desk.send('PUT', `${desk.path}/${request.id}`, body);
}

/** What is stored of the edits. */
async function keptEdits({ id }: { readonly id: string }) {
  const { rows } = await server.database.sql.execute(
    raw`select steps from change_requests where id = ${id}`,
  );
  const [{ steps }] = rows as [{ steps: { edits: object[] }[] }]; // The column of that table.
  return steps.map(({ edits }) => edits);
}

interface StoredProperty {
  readonly id: string;
  readonly key: string;
  readonly description: string;
}

const PLAN = { key: 'plan', type: 'STRING', description: 'old' };

async function createProperty(): Promise<string> {
  const path = `/api/apps/${desk.application.id}/properties`;
  const { body } = await desk.send<StoredProperty>('POST', path, PLAN);
  return body.id;
}

const propertyPath = (id: string) => `/api/apps/${desk.application.id}/properties/${id}`;
const readProperty = async (id: string) => {
  const path = `/api/apps/${desk.application.id}/properties`;
  const { body } = await desk.send<readonly StoredProperty[]>('GET', path);
  return body.find((one) => one.id === id);
};

const describing = (id: string, description: string) => ({
  type: 'property',
  action: 'UPDATE',
  id,
  environmentId: null,
  body: { ...PLAN, description },
});

describe('a request of which only the title, the reason or the time is changed', () => {
  it.each([
    { title: 'Another title' },
    { reason: 'Because.' },
    { start: 'AT', startAt: new Date(Date.now() + 3_600_000).toISOString() },
  ])('SAF-02: keeps what others changed in other parts meanwhile, with %o', async (change) => {
    const id = await createProperty();
    const filed = await desk.file([describing(id, 'new')]);
    const kept = await keptEdits(filed);
    await desk.send('PUT', propertyPath(id), { ...PLAN, key: 'tier' });
    const merged = await desk.read(filed);
    const { status, body: edited } = await put(merged, change);
    expect([status, edited.version], JSON.stringify(edited)).toEqual([200, filed.version + 1]);
    expect(edited).toMatchObject(change);
    expect(edited.steps[0]?.edits).toEqual(merged.steps[0]?.edits);
    expect(await keptEdits(filed)).toEqual(kept);
    expect((await desk.act(filed, 'APPLY')).body.state).toBe('DONE');
    expect(await readProperty(id)).toMatchObject({ key: 'tier', description: 'new' });
  });

  it('SAF-24: has the digest that it had, and a change of an edit another one', async () => {
    const id = await createProperty();
    const filed = await desk.file([describing(id, 'new')]);
    await desk.send('PUT', propertyPath(id), { ...PLAN, key: 'tier' });
    const { digest } = await desk.read(filed);
    const { body: edited } = await put(filed, { title: 'Another title' });
    expect(edited.digest).toBe(digest);
    const steps = [{ edits: [describing(id, 'newer')] }];
    const { body: changed } = await put(edited, { steps });
    expect(changed.digest).not.toBe(digest);
    expect(changed.steps[0]?.edits[0]?.base).toMatchObject({ key: 'tier', description: 'old' });
  });

  it('SAF-02: keeps the ids and the draws of new things', async () => {
    const id = '44444444-4444-4444-8444-444444444444';
    const toggle = { name: 'banner', values: ['on', 'off'], defaultValue: 'off', type: 'STRING' };
    const rules = [{ type: 'ALL_USERS', valueSpec: exactly('on') }];
    const filed = await desk.file([
      { type: 'toggle', action: 'CREATE', id, body: toggle },
      {
        type: 'experiment',
        action: 'CREATE',
        environmentId: desk.envId,
        body: { toggleId: id, rules },
      },
    ]);
    const kept = await keptEdits(filed);
    const { status } = await put(filed, { title: 'Another title' });
    expect(status).toBe(200);
    expect(await keptEdits(filed)).toEqual(kept);
    expect((await desk.act(filed, 'APPLY')).body.state).toBe('DONE');
  });

  it('SAF-02: keeps the steps before one that is changed', async () => {
    const id = await createProperty();
    const steps = (last: string) => [
      { edits: [describing(id, 'one')] },
      { wait: 3600, edits: [describing(id, last)] },
    ];
    const filed = await desk.file([], { steps: steps('two') });
    const [kept] = await keptEdits(filed);
    await desk.send('PUT', propertyPath(id), { ...PLAN, key: 'tier' });
    const { body: edited } = await put(filed, { steps: steps('three') });
    expect((await keptEdits(edited))[0]).toEqual(kept);
    expect(edited.steps.map((step) => step.edits[0]?.result)).toMatchObject([
      { key: 'tier', description: 'one' },
      { description: 'three' },
    ]);
  });

  it('SAF-06: keeps what a person has chosen', async () => {
    const id = await createProperty();
    const filed = await desk.file([desk.valueEdit(exactly('disabled')), describing(id, 'new')]);
    await desk.saveValue(split(50));
    expect((await put(filed, { title: 'Another title' })).body).toMatchObject({
      error_code: 'EDITS_CONFLICT',
    });
    const { overlaps } = await desk.read(filed);
    const choices = Object.fromEntries(overlaps.map(({ key }) => [key, 'THEIRS']));
    const { body: resumed } = await desk.act(filed, 'RESUME', { choices });
    const { body: edited } = await put(resumed, { title: 'Another title' });
    expect(edited).toMatchObject({ title: 'Another title', overlaps: [] });
    await desk.act(filed, 'APPLY');
    expect((await desk.experiment()).rules).toMatchObject([{ valueSpec: split(50) }]);
  });

  it('SAF-04: a draft keeps its problems, until they are gone', async () => {
    const id = await createProperty();
    await desk.send('DELETE', propertyPath(id));
    const draft = await desk.file([describing(id, 'new')], { submit: false });
    expect(draft.problems).toMatchObject([{ code: 'NOT_FOUND' }]);
    const { body: edited } = await put(draft, { title: 'Another title' });
    expect(edited).toMatchObject({ state: 'DRAFT', problems: [{ code: 'NOT_FOUND' }] });
    expect((await put(edited)).body.version).toBe(edited.version);
    const restore = `/api/apps/${desk.application.id}/deleted-items/${id}/restore`;
    expect((await desk.send('POST', restore)).status).toBeLessThan(300);
    const { body: again } = await put(edited);
    expect(again).toMatchObject({ problems: [], version: edited.version + 1 });
    expect(again.steps[0]?.edits[0]?.result).toMatchObject({ description: 'new' });
  });
});
