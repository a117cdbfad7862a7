import assert from 'node:assert/strict';
import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { listApplicationAuditLog, listAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import type { Client } from '../client.ts';

const SIZE = 20;

/** Reads the whole audit log of the account, page by page, newest first. */
export async function readAuditTrail(admin: Client): Promise<readonly AuditEntry[]> {
  const trail: AuditEntry[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { items, totalPages } = await admin.call(listAuditLog, {
      query: { page: `${page}`, size: `${SIZE}` },
    });
    assert(page === totalPages || items.length === SIZE, 'only the last page may be short');
    trail.push(...items);
    pages = totalPages;
  }
  const times = trail.map(({ timestamp }) => timestamp);
  assert.deepEqual(times, times.toSorted().toReversed(), 'newest first');
  return trail;
}

/** Checks the number of pages, the empty page past the last one, and the log of the application alone. */
export async function checkAuditPages(admin: Client, appId: string): Promise<void> {
  const trail = await readAuditTrail(admin);
  checkStory(trail);
  const pages = Math.ceil(trail.length / SIZE);
  const beyond = await admin.call(listAuditLog, {
    query: { page: `${pages + 1}`, size: `${SIZE}` },
  });
  assert.deepEqual([beyond.items, beyond.totalPages], [[], pages]);

  const ofApplication = trail.filter((entry) => entry.appId === appId);
  const { items } = await admin.call(listApplicationAuditLog, {
    params: { appId },
    query: { page: '1', size: '100' },
  });
  assert.deepEqual(items, ofApplication.slice(0, 100));
}

/** Checks that the log has the changes of this job, in the form `PAUSED experiment payment`. */
function checkStory(trail: readonly AuditEntry[]): void {
  const story = trail.map(({ action, entity }) => `${action} ${entity.type} ${entity.name}`);
  const start = story.indexOf('CREATED user Rui');
  assert.deepEqual(story.slice(start, start + STORY.length), STORY);
  for (const { headline } of trail) assert.notEqual(headline, '');
}

const STORY = [
  'CREATED user Rui',
  'CREATED toggle last',
  'CREATED application Warehouse',
  'EDITED user Bea',
  'CREATED user Bea',
  'CREATED experiment new-checkout',
  'CREATED experiment payment',
  'RESTARTED experiment payment',
  'PAUSED experiment payment',
  'EDITED targetGroup Beta testers',
  'EDITED targetGroup Beta testers',
  'EDITED experiment new-checkout',
];
