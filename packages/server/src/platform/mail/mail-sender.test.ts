import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { composeMails } from '../../identity/mails/compose-mail.ts';
import { accounts, users } from '../../tables/accounts.ts';
import { mails } from '../../tables/queues.ts';
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { newId } from '../base/ids.ts';
import { createLog } from '../base/log.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { openMailDelivery, tellOfMailServer } from './mail-delivery.ts';
import { type QueuedMail, queueMail, removeLinkMails } from './mail-queue.ts';
import { type ComposeMail, keepSendingMail, sendDueMail } from './mail-sender.ts';
import { openOutbox, outboxIn, sweepOutbox } from './outbox.ts';

const HOUR_MS = 3_600_000;
const log = createLog('silent');
const text = {
  recipient: 'ana@example.com',
  subject: 'Olá',
  text: 'https://toggles.example.com/password/abc',
  html: '<p>Olá</p>',
};

const reason = { kind: 'again' } as const;
const user = { id: newId(), email: text.recipient };

let testDatabase: TestDatabase;
let database: Database;
let mailbox: Mailbox;
let dataDir: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, () => {});
  const accountId = newId();
  await database.sql.insert(accounts).values({ id: accountId, name: 'Acme', plan: 'ON_PREMISE' });
  await database.sql.insert(users).values({
    ...user,
    accountId,
    name: 'Ana',
    admin: true,
    active: false,
    language: 'en',
    savedBy: 'Ana',
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  mailbox = await openMailbox();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'comporta-mail-'));
  await database.sql.delete(mails);
});
afterEach(async () => {
  vi.useRealTimers();
  await mailbox.close();
  await rm(dataDir, { recursive: true });
});

function deliverySettings(smtpUrl: string | undefined) {
  return { smtpUrl, mailFrom: 'Comporta <comporta@example.com>', dataDir };
}

/** Composes the same text for every reason. */
const compose: ComposeMail = async () => text;

function send(smtpUrl: string | undefined = mailbox.url): Promise<void> {
  const deliver = openMailDelivery(deliverySettings(smtpUrl), log);
  return sendDueMail({ sql: database.sql, compose, deliver, log });
}

function queued() {
  return database.sql.select().from(mails);
}

describe('a queued mail', () => {
  it('is sent by SMTP, as text and HTML, and removed from the queue', async () => {
    await queueMail(database.sql, user, reason);
    await send();
    expect(await mailbox.mailTo('ana@example.com')).toMatchObject({
      from: { name: 'Comporta', address: 'comporta@example.com' },
      to: [{ address: 'ana@example.com' }],
      subject: 'Olá',
      text: `${text.text}\n`,
      html: expect.stringContaining('<p>Olá</p>'),
    });
    expect(await queued()).toEqual([]);
  });

  it('T20: of a kind that only a newer release knows waits for it, also when links are no longer valid', async () => {
    const newer = { kind: 'weeklyReport' } as never;
    await queueMail(database.sql, user, newer);
    await queueMail(database.sql, user, reason);
    await send();
    await removeLinkMails(database.sql, user.id);
    expect(await queued()).toMatchObject([{ reason: newer, attempts: 0 }]);
  });

  it('is not sent when its transaction is rolled back', async () => {
    const refused = database.sql.transaction(async (sql) => {
      await queueMail(sql, user, reason);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await queued()).toEqual([]);
  });

  it('does not wait behind all those of another company, each of which come in their order', async () => {
    const { sql } = database;
    const [accountId, id] = [newId(), newId()];
    const other = { id, email: 'bia@example.com' };
    await sql.insert(accounts).values({ id: accountId, name: 'Bravo', plan: 'ON_PREMISE' });
    await sql.insert(users).values({
      ...{ ...other, accountId, name: 'Bia', admin: true, active: false },
      ...{ language: 'en', savedBy: 'Bia' },
    });
    const many = Array.from({ length: 100 }, (_, index) => `${index}@example.com`);
    for (const email of many) await queueMail(sql, { ...user, email }, reason);
    await queueMail(sql, other, reason);
    const taken: string[] = [];
    const deliver = async ({ recipient }: QueuedMail) => void taken.push(recipient);
    await sendDueMail({ sql, compose: async (_sql, queued) => queued, deliver, log });
    // By chance: after 50 of them once in 2 to the 50th runs.
    expect(taken.indexOf(other.email)).toBeLessThan(50);
    expect(taken.filter((recipient) => recipient !== other.email)).toEqual(many);
  });

  it('does not keep a node from stopping: those behind the one under way stay queued', async () => {
    for (let index = 0; index < 3; index += 1) await queueMail(database.sql, user, reason);
    const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>();
    const { promise: isSent, resolve: end } = Promise.withResolvers<void>();
    const deliver = () => {
      begin();
      return isSent;
    };
    const sending = keepSendingMail({ sql: database.sql, compose, deliver, log });
    sending.runNow();
    await isUnderWay;
    const closed = sending.close();
    end();
    await closed;
    expect(await queued()).toHaveLength(2);
  });

  it('is sent once, however many nodes poll concurrently', async () => {
    for (let index = 0; index < 20; index += 1) {
      await queueMail(database.sql, { ...user, email: `${index}@example.com` }, reason);
    }
    const taken: string[] = [];
    const node = {
      sql: database.sql,
      log,
      compose: async (_sql: unknown, queued: QueuedMail) => queued,
      deliver: async ({ recipient }: { recipient: string }) => {
        taken.push(recipient);
      },
    };
    await Promise.all(Array.from({ length: 5 }, () => sendDueMail(node)));
    expect(taken).toHaveLength(20);
    expect(new Set(taken).size).toBe(20);
  });

  it('is retried later when the server refuses it, and then sent', async () => {
    mailbox.refuse(1);
    await queueMail(database.sql, user, reason);
    await send();
    const [waiting] = await queued();
    expect(waiting?.attempts).toBe(1);
    const pauseMs = (waiting?.dueAt?.getTime() ?? 0) - Date.now();
    expect(pauseMs).toBeGreaterThan(5_000);
    expect(pauseMs).toBeLessThanOrEqual(10_000);
    await send();
    expect((await queued())[0]?.attempts).toBe(1);

    await database.sql.update(mails).set({ dueAt: new Date() });
    await send();
    expect((await mailbox.mailTo('ana@example.com')).subject).toBe('Olá');
    expect(await queued()).toEqual([]);
  });

  it('waits as long when the clock of a node differs from that of the database by minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 60_000 });
    await queueMail(database.sql, user, reason);
    await send('smtp://127.0.0.1:1');
    expect((await queued())[0]?.attempts).toBe(1);
    vi.setSystemTime(Date.now() + 12 * 60_000);
    await queueMail(database.sql, user, reason);
    await send('smtp://127.0.0.1:1');
    expect((await queued()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  it('does not block others when it cannot be composed, and is also given up after a day', async () => {
    for (const email of ['broken@example.com', 'ana@example.com']) {
      await queueMail(database.sql, { ...user, email }, reason);
    }
    const sent: string[] = [];
    const node = {
      sql: database.sql,
      log,
      async compose(_sql: unknown, one: QueuedMail) {
        if (one.recipient.startsWith('broken')) throw new Error('a reason of another release');
        return one;
      },
      async deliver({ recipient }: QueuedMail) {
        sent.push(recipient);
      },
    };
    await sendDueMail(node);
    expect(sent).toEqual(['ana@example.com']);
    const createdAt = new Date(Date.now() - 25 * HOUR_MS);
    await database.sql.update(mails).set({ createdAt, dueAt: new Date() });
    await sendDueMail(node);
    expect(await queued()).toEqual([]);
  });

  it('is sent unchanged when an earlier release has queued it with its text', async () => {
    await database.sql.insert(mails).values({ id: newId(), ...text });
    const deliver = openMailDelivery(deliverySettings(mailbox.url), log);
    const composed = composeMails('https://toggles.example.com');
    await sendDueMail({ sql: database.sql, compose: composed, deliver, log });
    expect((await mailbox.mailTo('ana@example.com')).text).toBe(`${text.text}\n`);
    expect(await queued()).toEqual([]);
  });

  it('SEC-09: is not sent by an earlier release that runs at the same time', async () => {
    await queueMail(database.sql, user, reason);
    expect(await queued()).toMatchObject([{ nextAttemptAt: null, text: '', userId: user.id }]);
  });

  it('waits longer after each failure', async () => {
    await queueMail(database.sql, user, reason);
    const pauses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      await send('smtp://127.0.0.1:1');
      const [waiting] = await queued();
      pauses.push(Math.round(((waiting?.dueAt?.getTime() ?? 0) - Date.now()) / 1000));
      await database.sql.update(mails).set({ dueAt: new Date() });
    }
    expect(pauses).toEqual([10, 60, 300, 900, 3600, 3600]);
  });

  it('is given up after a day', async () => {
    await queueMail(database.sql, user, reason);
    await database.sql.update(mails).set({ createdAt: new Date(Date.now() - 25 * HOUR_MS) });
    await send('smtp://127.0.0.1:1');
    expect(await queued()).toEqual([]);
  });

  it('without SMTP becomes a file that only its owner can read, and a line in the log', async () => {
    const lines: string[] = [];
    const listening = createLog('warn', { write: (line) => lines.push(line) });
    await queueMail(database.sql, user, reason);
    const deliver = openMailDelivery(deliverySettings(undefined), listening);
    await sendDueMail({ sql: database.sql, compose, deliver, log: listening });

    const outbox = path.join(dataDir, 'outbox');
    const [file = ''] = await readdir(outbox);
    expect(file).toMatch(/\.eml$/);
    const parsed = await PostalMime.parse(await readFile(path.join(outbox, file)));
    expect(parsed).toMatchObject({ subject: 'Olá', text: `${text.text}\n` });
    expect((await stat(path.join(outbox, file))).mode & 0o077).toBe(0);
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
      level: 'warn',
      recipient: 'ana@example.com',
      link: 'https://toggles.example.com/password/abc',
    });
    expect(await queued()).toEqual([]);
  });

  it('SEC-09: the file is removed after a day, when its link has expired', async () => {
    const outbox = outboxIn(dataDir);
    await sweepOutbox(outbox);
    await openOutbox(outbox);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
    for (const [name, hours] of [
      ['old.eml', 25],
      ['new.eml', 23],
      ['old.txt', 25],
    ] as const) {
      await writeFile(path.join(outbox, name), '');
      await utimes(path.join(outbox, name), hoursAgo(hours), hoursAgo(hours));
    }
    await sweepOutbox(outbox);
    expect((await readdir(outbox)).sort()).toEqual(['new.eml', 'old.txt']);
  });
});

it('OPS-17: at the start one line says whether the mail server accepts our login', async () => {
  const mailbox = await openMailbox();
  const lines: object[] = [];
  const told = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  await tellOfMailServer(mailbox.url, told);
  await mailbox.close();
  await tellOfMailServer(mailbox.url, told);
  expect(lines).toMatchObject([
    { level: 'info', msg: 'mail: the server of SMTP_URL can be used' },
    { level: 'warn', complaint: expect.stringContaining('ECONNREFUSED') },
  ]);
});
