import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { DeliveryPage } from '@comporta/contract/notifications/notification';
import type { Language } from '@comporta/messages/languages';
import { and, eq, sql as raw } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { markRecounted } from '../event-store/counted-phase-repository.ts';
import { openPostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { analyses, analysisMetrics, phases, toldResults } from '../tables/analyses.ts';
import { applications } from '../tables/applications.ts';
import { deliveries } from '../tables/deliveries.ts';
import { createMetric } from '../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { keepResults } from './keep-results.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PUBLIC_URL = 'https://flags.example.com';

let database: TestDatabase;
let server: TestServer;
let receiver: WebhookReceiver;
let shop: MeasuredShop;

function startNode(): Promise<TestServer> {
  return startTestServer({
    DATABASE_URL: database.url,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    PUBLIC_URL,
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startNode();
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  shop = await openMeasuredShop(server);
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
});

/** Gives the application a webhook. */
async function listen(notificationLanguage: Language = 'en'): Promise<void> {
  await server.database.sql
    .update(applications)
    .set({ notificationWebhook: receiver.url, notificationLanguage })
    .where(eq(applications.id, shop.application.id));
}

/** Does what the service does after a count that changed a figure. */
async function keep(phaseId: string): Promise<void> {
  const { sql } = server.database;
  await markRecounted(sql, [phaseId]);
  await keepResults({ sql, store: openPostgresEventStore(sql) }).afterCount();
}

/** The same after so much time, with nothing counted meanwhile. */
async function keepAfter(ms: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  const { sql } = server.database;
  const kept = keepResults({ sql, store: openPostgresEventStore(sql) }).afterCount();
  await kept.finally(() => vi.useRealTimers());
}

/** The same with a count that finds nothing to count. */
async function countAfter(ms: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  await shop.count().finally(() => vi.useRealTimers());
  await keepAfter(ms);
}

async function verdictsTold(phaseId: string): Promise<string[]> {
  const rows = await server.database.sql
    .select({ code: toldResults.code })
    .from(toldResults)
    .where(and(eq(toldResults.phaseId, phaseId), eq(toldResults.kind, 'VERDICT')))
    .orderBy(toldResults.createdAt);
  return rows.map(({ code }) => code);
}

function ofPhase(phaseId: string) {
  return raw`${analysisMetrics.analysisId} = (select analysis_id from phases where id = ${phaseId})`;
}

/** The stored verdict, as lists show it. */
async function verdictKept(phaseId: string): Promise<string | undefined> {
  const [row] = await server.database.sql
    .select({ verdict: analyses.verdict })
    .from(analyses)
    .innerJoin(phases, eq(phases.analysisId, analyses.id))
    .where(eq(phases.id, phaseId));
  return row?.verdict?.code;
}

async function usersOf(value: string, count: number): Promise<string[]> {
  const uids: string[] = [];
  for (let index = 0; uids.length < count; index += 1) {
    if ((await shop.givenTo(`user-${index}`)) === value) uids.push(`user-${index}`);
  }
  return uids;
}

/** Exposes 130 users per value; the given number of them send events with `key`. */
async function act(
  key: string,
  { disabled, enabled }: Readonly<Record<'disabled' | 'enabled', number>>,
): Promise<void> {
  const [control, treatment] = [await usersOf('disabled', 130), await usersOf('enabled', 130)];
  await shop.exposeAll([...control, ...treatment]);
  await shop.track([...control.slice(0, disabled), ...treatment.slice(0, enabled)], { key });
  await shop.count();
}

async function startedPhase(plan?: object): Promise<string> {
  const { phases } = await shop.start({ ...plan });
  return phases[0]?.id ?? '';
}

function headlines(): string[] {
  return receiver.received.map(({ payload }) => JSON.parse(payload).text.split('\n')[0]);
}

async function logged(): Promise<DeliveryPage['items']> {
  const path = `/api/apps/${shop.application.id}/notifications/deliveries`;
  const { body } = await server.call<DeliveryPage>('GET', path, { token: shop.admin.token });
  return body.items;
}

describe('RES-77: news of results', () => {
  it('report a verdict once, in the language of the application, with a link to it', async () => {
    const phaseId = await startedPhase();
    await listen('pt');
    await act('purchase', { disabled: 30, enabled: 100 });
    await keep(phaseId);
    await Promise.all([keep(phaseId), keep(phaseId)]);
    await expect.poll(headlines).toHaveLength(1);
    const [said] = headlines();
    const { experiment, application, environmentId } = shop;
    expect(said).toMatch(
      new RegExp(`^${experiment.toggleName} em Production: “enabled” parece melhor \\(\\+\\d`),
    );
    const { analysis } = await shop.results();
    const page = `${PUBLIC_URL}/applications/${application.id}/environments/${environmentId}/experiments/${experiment.id}/results`;
    const { blocks } = JSON.parse(receiver.received[0]?.payload ?? '');
    expect(blocks).toContainEqual({
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: `<${page}?analysis=${analysis.id}&amp;phase=${phaseId}|Abrir os resultados>`,
      },
    });
    expect(await logged()).toMatchObject([{ headline: said, status: 'DELIVERED' }]);
  });

  it('are not sent before there is a verdict, nor for a stopped analysis', async () => {
    const phaseId = await startedPhase();
    await listen();
    await keep(phaseId);
    await shop.exposeAll(await usersOf('enabled', 3));
    await shop.track(await usersOf('enabled', 2));
    await shop.count();
    await keep(phaseId);
    expect((await shop.results()).verdict.code).toBe('TOO_EARLY');

    shop = await openMeasuredShop(server);
    const { id, phases } = await shop.start();
    await act('purchase', { disabled: 30, enabled: 100 });
    await shop.call('POST', `/analyses/${id}/stop`, {});
    await listen();
    await keep(phases[0]?.id ?? '');
    expect((await shop.results()).verdict.code).toBe('WINNER_SIGNAL');
    expect(await logged()).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  it('report a split that does not match, in place of its verdict', async () => {
    const phaseId = await startedPhase();
    await listen();
    await shop.exposeAll(await usersOf('enabled', 150));
    await shop.track(await usersOf('enabled', 50));
    await shop.count();
    await keep(phaseId);
    await keep(phaseId);
    await expect.poll(headlines).toHaveLength(1);
    expect(headlines()[0]).toMatch(/in Production: traffic does not match the split\. Do not use/);
  });

  it('report a harmed guardrail, also before there is any event of the goal', async () => {
    const guardrail = await createMetric(server, shop.application.id, 'errors', {
      name: 'Errors',
      eventKey: 'error',
      better: 'DOWN',
    });
    const phaseId = await startedPhase({ guardrails: [{ metricId: guardrail }] });
    await listen();
    await act('error', { disabled: 30, enabled: 100 });
    await keep(phaseId);
    await keep(phaseId);
    expect((await shop.results()).verdict.code).toBe('NO_DATA');
    await expect.poll(headlines).toHaveLength(1);
    expect(headlines()[0]).toMatch(/in Production: “enabled” harms Errors\. Consider pausing\.$/);
  });

  it('report the planned end and its verdict in one message', async () => {
    const phaseId = await startedPhase({ plannedUnits: 200 });
    await act('purchase', { disabled: 60, enabled: 65 });
    await listen();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * DAY_MS });
    await keep(phaseId);
    await keep(phaseId);
    vi.useRealTimers();
    const { verdict, metrics } = await shop.results();
    expect([verdict.code, metrics[0]?.finalLookAt]).toEqual(['NO_DIFFERENCE', expect.any(String)]);
    // Makes the deliveries due that were put off until that day.
    await server.database.sql.update(deliveries).set({ dueAt: new Date() });
    await expect.poll(headlines).toHaveLength(1);
    expect(headlines()[0]).toMatch(
      /in Production: the planned sample is reached\. The planned sample .* no clear difference/,
    );
  });

  it('RES-59: report a value that looked better as the winner when its week is over, though nothing more happens', async () => {
    const phaseId = await startedPhase();
    await listen();
    await act('purchase', { disabled: 30, enabled: 100 });
    await keep(phaseId);
    expect((await shop.results()).verdict.code).toBe('WINNER_SIGNAL');
    await keepAfter(7 * DAY_MS - HOUR_MS);
    expect(await verdictsTold(phaseId)).toEqual(['WINNER_SIGNAL']);
    await keepAfter(7 * DAY_MS);
    await keepAfter(7 * DAY_MS + HOUR_MS);
    expect(await verdictsTold(phaseId)).toEqual(['WINNER_SIGNAL', 'WINNER']);
    expect(await verdictKept(phaseId)).toBe('WINNER');
  });

  it('RES-106: a winner whose guardrail is not harmed is stored as 0.2.0 knows it, told so, and may be given to everyone', async () => {
    const guardrail = await createMetric(server, shop.application.id, 'errors', {
      name: 'Errors',
      better: 'DOWN',
      eventKey: 'error',
    });
    const { id, phases: started } = await shop.start({ guardrails: [{ metricId: guardrail }] });
    const phaseId = started[0]?.id ?? '';
    const { sql } = server.database;
    const weekAgo = new Date(Date.now() - 8 * DAY_MS);
    await sql.update(phases).set({ startedAt: weekAgo }).where(eq(phases.id, phaseId));
    // In this order, because the node keeps results meanwhile: an earlier verdict would be news, too.
    await act('error', { disabled: 50, enabled: 50 });
    await act('purchase', { disabled: 30, enabled: 100 });
    await listen();
    await keep(phaseId);

    const { verdict } = await shop.results();
    const notHarmed = [{ metric: 'errors', scale: 'LIFT', worst: expect.any(Number) }];
    expect(verdict).toMatchObject({ code: 'WINNER_NOT_HARMED', params: { notHarmed } });
    expect(verdict.params).not.toHaveProperty('guardrail');
    const stored = { code: 'WINNER_GUARDRAILS_OPEN', params: { guardrail: 'errors' }, notHarmed };
    const { rows } = await sql.execute<{ verdict: object }>(
      raw`select verdict from analyses where id = ${id}
        union all select verdict from daily_results where phase_id = ${phaseId}
        union all select news -> 'verdict' from deliveries where news ->> 'phaseId' = ${phaseId}`,
    );
    expect(rows.map((row) => row.verdict)).toMatchObject([stored, stored, stored]);
    expect(await verdictsTold(phaseId)).toEqual(['WINNER_GUARDRAILS_OPEN']);
    expect(await verdictKept(phaseId)).toBe('WINNER_NOT_HARMED');
    await expect.poll(headlines).toHaveLength(1);
    expect(headlines()[0]).toMatch(
      /No guardrail is harmed; Errors may still be up to [\d.]+% worse/,
    );

    const { status, body } = await shop.call<Analysis>('POST', `/analyses/${id}/ship`, {
      value: 'enabled',
    });
    expect(status).toBe(200);
    expect(body.stopped?.verdict).toMatchObject({ code: 'WINNER_NOT_HARMED' });
  });

  it('RES-18, RES-77: of a retention are sent when the windows of its users are over, though nothing more happens', async () => {
    const metricId = await createMetric(server, shop.application.id, 'stays', {
      kind: 'RETENTION',
      fromHours: 0,
      windowHours: 24,
    });
    const phaseId = await startedPhase({ goal: { metricId } });
    await listen();
    await act('purchase', { disabled: 30, enabled: 100 });
    await keep(phaseId);
    expect(await verdictsTold(phaseId)).toEqual([]);
    await countAfter(23 * HOUR_MS);
    expect(await verdictsTold(phaseId)).toEqual([]);
    await countAfter(2 * DAY_MS);
    expect(await verdictsTold(phaseId)).toEqual(['WINNER_SIGNAL']);
  });

  it('are sent by the node that counts next, when a node stopped between counting and sending', async () => {
    const phaseId = await startedPhase();
    await listen();
    await act('purchase', { disabled: 30, enabled: 100 });
    // The node that counted has stopped, and nothing new arrived since.
    await keepAfter(0);
    await keepAfter(0);
    expect(await verdictsTold(phaseId)).toEqual(['WINNER_SIGNAL']);
    await expect.poll(headlines).toHaveLength(1);
  });

  it('of one analysis are sent even if another analysis fails; that one is tried again', async () => {
    const broken = await startedPhase();
    shop = await openMeasuredShop(server);
    const phaseId = await startedPhase();
    await listen();
    await act('purchase', { disabled: 30, enabled: 100 });
    const { sql } = server.database;
    await markRecounted(sql, [broken]);
    const goals = and(eq(analysisMetrics.role, 'GOAL'), ofPhase(broken));
    await sql.update(analysisMetrics).set({ role: 'SECONDARY' }).where(goals);
    await expect(keepAfter(0)).rejects.toThrow('has no goal');
    expect(await verdictsTold(phaseId)).toEqual(['WINNER_SIGNAL']);
    await sql.update(analysisMetrics).set({ role: 'GOAL' }).where(ofPhase(broken));
    await keepAfter(0);
    expect(await verdictKept(broken)).toBe('NO_DATA');
  });

  it('are sent once by several nodes, and are not lost when a node stops before it sends them', async () => {
    const phaseId = await startedPhase();
    await act('purchase', { disabled: 30, enabled: 100 });
    await server.http.close();
    await listen();
    await keep(phaseId);
    expect(receiver.received).toEqual([]);
    await server.close();
    const nodes = await Promise.all([startNode(), startNode()]);
    await expect.poll(headlines).toHaveLength(1);
    for (const node of nodes) await node.close();
    expect(receiver.received).toHaveLength(1);
    server = await startNode();
  });
});
