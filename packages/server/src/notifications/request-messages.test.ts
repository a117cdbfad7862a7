import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applications } from '../tables/applications.ts';
import { deliveries } from '../tables/deliveries.ts';
import { createUser, type TestUser } from '../testing/builders.ts';
import {
  exactly,
  openRequestDesk,
  type RequestDesk,
  split,
} from '../testing/requests/request-desk.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let receiver: WebhookReceiver;
let desk: RequestDesk;
let ana: TestUser;
let rui: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    DATABASE_URL: database.url,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  desk = await openRequestDesk(server);
  const { accountId } = desk.admin;
  ana = await createUser(server, accountId, { apps: [desk.application.id], name: 'Ana' });
  rui = await createUser(server, accountId, { admin: true, name: 'Rui' });
  await server.database.sql
    .update(applications)
    .set({ notificationWebhook: receiver.url })
    .where(eq(applications.id, desk.application.id));
});
afterEach(() => receiver.close());

interface Message {
  readonly headline: string;
  readonly items: string;
}

/** The messages so far, in the order of their numbers. */
function messages(): Message[] {
  return receiver.received.map(({ payload }) => {
    const { text, blocks } = JSON.parse(payload);
    const items = blocks.map((block: { text?: { text: string } }) => block.text?.text ?? '');
    return { headline: text.split('\n')[0], items: items.slice(1).join('\n') };
  });
}

/** Waits for so many messages; there are no others. */
async function told(count: number): Promise<readonly Message[]> {
  await expect.poll(() => messages().length).toBe(count);
  const ofApplication = eq(deliveries.applicationId, desk.application.id);
  expect(await server.database.sql.$count(deliveries, ofApplication)).toBe(count);
  return messages();
}

const policy = (body: object) =>
  desk.send('PUT', `/api/apps/${desk.application.id}/envs/${desk.envId}/change-policy`, body);
const review = (request: { id: string; digest: string }, verdict: string, comment = '') => {
  const body = { verdict, digest: request.digest, comment };
  return desk.send('POST', `${desk.path}/${request.id}/reviews`, body, { token: rui.token });
};
const file = (draft: object = {}) =>
  desk.file([desk.valueEdit(split(5))], { title: 'Launch', ...draft }, { token: ana.token });

describe('SAF-82: the webhook says once', () => {
  it('that a policy and a freeze were set', async () => {
    await policy({ approvals: 1 });
    const [set] = await told(1);
    expect(set?.items).toContain('approvals: “0” → “1”');
    const from = new Date(Date.now() + 3_600_000).toISOString();
    const to = new Date(Date.now() + 7_200_000).toISOString();
    await desk.send('POST', `/api/apps/${desk.application.id}/freezes`, {
      name: 'Black Friday',
      from,
      to,
      environmentIds: null,
    });
    const [, frozen] = await told(2);
    expect(frozen?.headline).toContain('Black Friday');
  });

  it('that a request was filed, approved and applied, by whom, and why', async () => {
    await policy({ approvals: 1, reasonRequired: true });
    const request = await file({ start: 'ON_APPROVAL', reason: 'First wave' });
    await review(request, 'APPROVED');
    const [, filed, approved, applied] = await told(4);
    expect(filed?.headline).toBe('Ana created change request “#1 Launch”');
    expect(filed?.items).toContain('state: In review');
    expect(filed?.items).toContain('First wave');
    expect(approved?.headline).toBe('Rui edited change request “#1 Launch”');
    expect(approved?.items).toContain('approved by added: “Rui”');
    expect(approved?.items).toContain('state: In review → Scheduled');
    expect(applied?.headline).toMatch(/^Ana edited the experiment of/);
    expect(applied?.items).toContain('by change request #1, step 1; approved by Rui');
    expect(applied?.items).toContain('reason: “First wave”');
  });

  it('that a request was rejected, with what was said', async () => {
    await policy({ approvals: 1 });
    await review(await file(), 'REJECTED', 'Not on a Friday.');
    const [, , rejected] = await told(3);
    expect(rejected?.items).toContain('Rejected');
    expect(rejected?.items).toContain('Not on a Friday.');
  });

  it('that approvals fell: by another content, and by what somebody saved', async () => {
    await policy({ approvals: 1 });
    const request = await file();
    await review(request, 'APPROVED');
    const steps = [{ edits: [desk.valueEdit(split(50))] }];
    const draft = { title: 'Launch', steps };
    await desk.send('PUT', `${desk.path}/${request.id}`, draft, { token: ana.token });
    const [, , , fell] = await told(4);
    expect(fell?.headline).toBe('Ana edited change request “#1 Launch”');
    expect(fell?.items).toContain('approved by removed: “Rui”');

    await review(await desk.read(request), 'APPROVED');
    const toggle = `/api/apps/${desk.application.id}/toggles/${desk.toggleId}`;
    const { body } = await desk.send<object>('GET', toggle);
    const headers = { 'change-bypass': 'true', 'change-reason': 'a%20fire' };
    const off = { ...body, defaultValue: 'enabled' };
    expect((await desk.send('PUT', toggle, off, { headers })).status).toBe(200);
    const news = (await told(7)).slice(5);
    const saved = news.find(({ headline }) => headline.includes('toggle'));
    const again = news.find(({ headline }) => headline.includes('#1 Launch'));
    expect(saved?.items).toContain('without approval: a fire');
    expect(again?.items).toContain('approved by removed: “Rui”');
    expect(again?.items).not.toContain('fire');
    expect((await desk.read(request)).state).toBe('IN_REVIEW');
  });

  it('that a request is held by a save, and that it was rolled back', async () => {
    const [first, second] = [
      await desk.file([desk.valueEdit(split(5))], {
        title: 'Ramp',
        steps: [
          { edits: [desk.valueEdit(split(5))] },
          { wait: 3600, edits: [desk.valueEdit(split(50))] },
        ],
      }),
      await desk.file([desk.valueEdit(exactly('disabled'))], { title: 'Off' }),
    ];
    await told(2);
    await desk.act(first, 'APPLY');
    const [, , ...step] = await told(4);
    const held = step.find(({ headline }) => headline.includes('#2 Off'));
    expect(held?.items).toContain('somebody changed the same part');
    expect(step.find(({ headline }) => headline.includes('experiment'))?.items).toContain(
      'by change request #1, step 1',
    );
    expect((await desk.read(second)).state).toBe('HELD');
    await desk.act(first, 'ROLL_BACK');
    const [, , , , ...back] = await told(6);
    expect(back.find(({ headline }) => headline.includes('#1 Ramp'))?.items).toContain(
      'Rolled back',
    );
  });
});
