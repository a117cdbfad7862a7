import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  createApplication,
  deleteApplication,
} from '@comporta/contract/applications/application-api';
import { listAuditLog } from '@comporta/contract/audit-logs/audit-log-api';
import { NO_POLICY } from '@comporta/contract/change-policies/change-policy';
import { updateChangePolicy } from '@comporta/contract/change-policies/change-policy-api';
import { listChangeRequests } from '@comporta/contract/change-requests/change-request-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createExperiment, deleteExperiment } from '@comporta/contract/experiments/experiment-api';
import { changeIds, createIdList, deleteIdList } from '@comporta/contract/id-lists/id-list-api';
import { createClientKey } from '@comporta/contract/keys/client-access-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createToken } from '@comporta/contract/keys/token-api';
import { createToggle, deleteToggle, listToggles } from '@comporta/contract/toggles/toggle-api';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { exportApplication, importApplication } from '@comporta/contract/transfer/transfer-api';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { copyDataFolder } from '../command/data-folder.ts';
import { findRunningServer } from '../embedded-postgres/running-server.ts';
import { newId } from '../platform/base/ids.ts';
import { COMMAND, findFreePort, spawnCommand } from '../testing/spawned-service.ts';
import { execute } from '../testing/test-cluster.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { openShop, PASSWORD } from './company.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

let folder: string;
let settings: Record<string, string>;
let service: ServiceProcess;
let admin: Client;
let accountKey: string;
let appId: string;
let envId: string;
let key: string;
/** The application as it was before the first test. */
let empty: ApplicationDocument;
/** The backup that OPS-14 made, and what the service answered then. */
let backup: string;
let answersAtBackup: object;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-command-'));
  // When the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  settings = { DATA_DIR: path.join(folder, 'data'), PORT: String(await findFreePort()) };
  service = await startServiceProcess(settings);
  const shop = await openShop(service);
  ({ admin, accountKey, appId, envId } = shop);
  key = await shop.newKey();
  empty = await admin.call(exportApplication, { params: { appId } });
});
afterAll(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function comporta(args: readonly string[], withKey = accountKey, more = {}) {
  const command = await spawnCommand(args, {
    COMPORTA_URL: service.url,
    COMPORTA_KEY: withKey,
    ...more,
  });
  return command.ended;
}

const inFolder = (name: string) => path.join(folder, name);
/** A name that no other test and no first try has used. */
const another = (name: string) => inFolder(`${newId()}-${name}`);

// Each command is a process, and processes take a second to start on a busy machine.
describe('the command comporta', () => {
  it('lists its commands, and shows the usage of each', async () => {
    const help = await comporta(['help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    const names = [
      'serve',
      'migrate',
      'edge',
      'evaluate',
      'export',
      'import',
      'backup',
      'restore',
      'account',
      'sso',
      'check',
      'version',
    ];
    for (const name of names) expect(help.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect((await comporta(['import', '--help'])).stdout).toContain('Usage: comporta import FILE');
  });

  it.each([
    [['nonsense'], /^comporta has no command nonsense/],
    [['export', '--nonsense'], /^Unknown option '--nonsense'/],
    [['import'], /^import takes one FILE\n$/],
    [['evaluate', '--property', 'country'], /KEY=VALUE\n$/],
    [['export', '--url', 'localhost:8080'], /^localhost:8080 is not a URL that begins with http/],
    [['login', 'localhost:8080'], /^localhost:8080 is not a URL that begins with http/],
  ])('%j is wrong usage: one line on stderr, exit code 2', async (args, line) => {
    const { code, stdout, stderr } = await comporta(args);
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({
      code: 2,
      stdout: '',
      lines: 2,
    });
    expect(stderr).toMatch(line);
  });

  it.each([
    [['export', '--url', 'http://127.0.0.1:1'], /cannot be reached/],
    [['export', '--application', 'None'], /^there is no application None, only: Shop\n$/],
    [['export', '--key', 'wrong'], /UNAUTHORIZED\n$/],
    [['import', '/nowhere.json'], /^\/nowhere.json cannot be read/],
  ])('%j fails: one line on stderr, exit code 1', async (args, line) => {
    const { code, stderr } = await comporta(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('IDN-51: says that a key which may not list applications needs the id of one', async () => {
    const { key } = await admin.call(createToken, { body: { name: 'scan', scopes: ['code'] } });
    const named = await comporta(['export', '--application', 'Shop'], key);
    expect(named.code).toBe(1);
    expect(named.stderr).toMatch(/^the key may not list applications: give --application the id/);
  });

  it('ends without a word when its reader has gone', () => {
    const { stderr } = spawnSync('sh', ['-c', '"$0" "$1" help | true', process.execPath, COMMAND]);
    expect(String(stderr)).toBe('');
  });

  it('takes no page that answers in place of the service for a document or a login', async () => {
    const page = createServer((_, response) => response.end('<p>Log in')).listen(0, '127.0.0.1');
    onTestFinished(() => void page.close());
    await once(page, 'listening');
    const { port } = page.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const stderr = `${url} did not answer as Comporta does: is the address right?\n`;
    const failed = { code: 1, stdout: '', stderr };
    expect(await comporta(['export', '--application', newId(), '--url', url])).toEqual(failed);
    expect(await comporta(['login', url])).toEqual(failed);
  });

  it('an edge node with a wrong setting exits with 78, so that systemd does not start it again for ever', async () => {
    expect(await comporta(['edge'], accountKey, { PORT: 'http' })).toEqual({
      code: 78,
      stdout: '',
      stderr: 'PORT is wrong: it must be a whole number from 1 to 65535.\n',
    });
  });

  it.each([
    ['', /^there is no key: use --key or set COMPORTA_KEY\n$/],
    ['cpt_web_x', /^an edge node cannot use a client key[^\n]*\n$/],
    ['cpt_acc_x', /refuses the key of this edge node. Set COMPORTA_KEY[^\n]*\n$/],
  ])('OPR-02, OPR-05: an edge node with the key "%s" exits with 78', async (key, line) => {
    const DATA_DIR = inFolder('edge-refused');
    const { code, stderr } = await comporta(['edge'], key, { LOG_LEVEL: 'silent', DATA_DIR });
    expect(code).toBe(78);
    expect(stderr).toMatch(line);
  });

  it('imports what Unleash exports, after a dry run that changes nothing', async () => {
    const [params, query] = [{ appId }, { deleteOthers: 'true' } as const];
    await admin.call(importApplication, { params, query, body: empty }); // After a first try there are toggles.
    const file = inFolder('unleash.json');
    const strategies = [
      { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default' } },
    ];
    const random = [{ name: 'gradualRolloutRandom', parameters: { percentage: '50' } }];
    const features = [
      { name: 'cart', enabled: true, strategies },
      { name: 'luck', enabled: true, strategies: random },
    ];
    writeFileSync(file, JSON.stringify({ version: 2, features }));
    const args = ['import', file, '--from', 'unleash', '--environment', 'Production'];

    const plan = await comporta([...args, '--dry-run']);
    expect(plan.stderr).toBe('');
    expect(plan.stdout).toContain('4 changes to make; nothing was changed.');
    expect(await admin.call(listToggles, { params: { appId } })).toEqual([]);

    expect(await comporta([...args.slice(0, -1), 'production'])).toMatchObject({
      ...{ code: 2, stderr: 'there is no environment production, but Production\n' },
    });

    const done = await comporta([...args, '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({
      dryRun: false,
      changes: { length: 4 },
      remarks: [{ feature: 'luck', result: 'PAUSED' }],
    });
    expect(await admin.call(listToggles, { params: { appId } })).toHaveLength(2);
  });

  it('LIF-70: imports what flagd reads, also flags without targeting', async () => {
    const file = inFolder('flagd.json');
    const flag = { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'off' };
    const targeting = { fractional: ['on', 'off'] };
    writeFileSync(file, JSON.stringify({ flags: { plain: flag, split: { ...flag, targeting } } }));
    const { stdout, stderr } = await comporta([
      ...['import', file, '--from', 'flagd', '--environment', 'Production', '--dry-run', '--json'],
    ]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      changes: { length: 4 },
      remarks: [{ feature: 'split', result: 'PAUSED' }],
    });
  });

  it('LIF-74: fills a list with the keys of a large segment before the flags of LaunchDarkly ask for it', async () => {
    const environments = [{ name: 'Production' }];
    const { id, environments: made } = await admin.call(createApplication, {
      body: { name: 'Segments', environments },
    });
    onTestFinished(() => admin.call(deleteApplication, { params: { appId: id } }));
    const own = await admin.call(createEnvironmentKey, {
      params: { appId: id, envId: made[0]?.id ?? '' },
      body: { password: PASSWORD },
    });
    const file = inFolder('launchdarkly.json');
    const included = Array.from({ length: 1_000 }, (_, index) => `user-${index}`);
    const rules = [{ variation: 0, clauses: [{ op: 'segmentMatch', values: ['many'] }] }];
    const flag = { variations: [true, false], offVariation: 1, fallthrough: { variation: 1 } };
    const flags = { many: { ...flag, on: true, rules } };
    writeFileSync(file, JSON.stringify({ flags, segments: { many: { included } } }));
    const to = ['--from', 'launchdarkly', '--environment', 'Production', '--application', id];
    const line = 'FILL    idList       segments.many.included: 1000 added, 0 removed\n';
    const dryRun = await comporta(['import', file, ...to, '--dry-run']);
    expect(dryRun.stdout).toContain(line);
    expect(dryRun.stdout).toContain('CREATE  idList       segments.many.included\n');
    const said = (text: string) => text.trimEnd().split('\n').sort();
    const { stdout } = await comporta(['import', file, ...to]);
    expect(said(stdout.replace('made.', 'to make; nothing was changed.'))).toEqual(
      said(dryRun.stdout),
    );
    const values = (uid: string) =>
      openClient(service.url, own).call(fetchTogglesByGet, { query: { uid } });
    expect(await values('user-999')).toMatchObject({ many: 'enabled' });
    expect(await values('user-1000')).toMatchObject({ many: 'disabled' });
    expect((await comporta(['import', file, ...to])).stdout).toBe('0 changes made.\n');
  });

  it.each([
    [
      'unleash',
      '{"features":[{"name":"cart"}],"featureStrategies":[]}',
      /GET \/api\/client\/features/,
    ],
    ['unleash', '{"features":[{"name":"cart","ena', /is not JSON: Unterminated string/],
    ['flagd', '{"flags":[]}', /no flag definitions/],
    ['launchdarkly', '{"flagsState":{}}', /GET \/sdk\/latest-all/],
    ['comporta', '{"features":[]}', /files of other products need --from/],
  ])(
    'LIF-70: says of a file that is none of %s what was expected: %s',
    async (from, text, line) => {
      const file = inFolder('none.json');
      writeFileSync(file, text);
      const foreign = from === 'comporta' ? [] : ['--from', from, '--environment', 'Production'];
      const { code, stderr } = await comporta(['import', file, '--dry-run', ...foreign]);
      expect(code).toBe(1);
      expect(stderr).toMatch(line);
      expect(stderr.split('\n')).toHaveLength(2);
    },
  );

  it('LIF-70: reads a file that begins with a byte order mark', async () => {
    const file = inFolder('marked.json');
    writeFileSync(
      file,
      `\uFEFF${JSON.stringify({ features: [{ name: 'marked', enabled: true }] })}`,
    );
    const to = ['--environment', 'Production'];
    const { stdout } = await comporta(['import', file, '--from', 'unleash', ...to, '--dry-run']);
    expect(stdout).toContain('CREATE  toggle       marked');
  });

  it('LIF-70: says of a file that is too large what a service takes', async () => {
    const file = inFolder('too-large.json');
    const application = 'x'.repeat(33 * 1024 * 1024);
    writeFileSync(file, JSON.stringify({ ...empty, application }));
    const document = await comporta(['import', file]);
    expect(document.stderr).toBe(
      `${file} makes a document of 34 MiB, and a service takes 32 MiB\n`,
    );
    truncateSync(file, 129 * 1024 * 1024);
    expect((await comporta(['import', file])).stderr).toBe(`${file} has more than 128 MiB\n`);
  });

  it('explains what a toggle returns, from a service and from a snapshot', async () => {
    const fromService = await comporta(['evaluate', 'cart', '--uid', 'ana'], key);
    expect(fromService.stderr).toBe('');
    const values = await openClient(service.url, key).call(fetchTogglesByGet, {
      query: { uid: 'ana' },
    });
    expect(JSON.parse(fromService.stdout)).toMatchObject({
      environment: 'Production',
      toggles: [
        {
          toggle: 'cart',
          value: values.cart,
          reason: 'SPLIT',
          rules: [{ split: { buckets: 100 } }],
        },
      ],
    });

    const snapshot = await fetch(`${service.url}/api/sdk/snapshot`, {
      headers: { authorization: `Bearer ${key}` },
    });
    writeFileSync(inFolder('snapshot.json'), await snapshot.text());
    const args = ['evaluate', 'cart', '--uid', 'ana', '--snapshot', inFolder('snapshot.json')];
    expect((await comporta(args, '')).stdout).toBe(fromService.stdout);
  });

  it('LIF-40: explains what a toggle returns whose rule asks for a list of ids', async () => {
    const params = { appId };
    const list = await admin.call(createIdList, { params, body: { name: 'Beta' } });
    const listed = { params: { appId, id: list.id } };
    await admin.call(changeIds, { ...listed, body: { add: ['ana'], remove: [] } });
    const body = { name: 'beta', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
    const { id: toggleId } = await admin.call(createToggle, { params, body });
    const rules = [
      {
        type: 'PROPERTY',
        propertyRule: { propertyId: 'uid', expression: 'IN_LIST', term: list.id },
        valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
      },
      { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } },
    ];
    const inTest = { appId, envId };
    const { id } = await admin.call(createExperiment, {
      params: inTest,
      body: { toggleId, rules },
    });
    for (const [uid, value] of [
      ['ana', 'enabled'],
      ['bia', 'disabled'],
    ] as const) {
      const { stdout, stderr } = await comporta(['evaluate', 'beta', '--uid', uid], key);
      expect(stderr).toBe('');
      expect(JSON.parse(stdout).toggles).toMatchObject([{ value, experimentId: id }]);
    }
    await admin.call(deleteExperiment, { params: { ...inTest, id } });
    await admin.call(deleteToggle, { params: { appId, id: toggleId }, query: {} });
    await admin.call(deleteIdList, listed);
  });

  it('SDK-16: explains what it can from a snapshot that is damaged or written by another program', async () => {
    const snapshot = JSON.parse(readFileSync(inFolder('snapshot.json'), 'utf8'));
    const odd = [null, 5, 'text', [], {}, { id: 1 }];
    const parts = ['properties', 'targetGroups', 'toggles', 'experiments'];
    const lists = parts.map((part) => [part, [...odd, ...snapshot[part]]]);
    const evaluate = async (given: object) => {
      writeFileSync(inFolder('odd.json'), JSON.stringify(given));
      return comporta(['evaluate', 'cart', '--uid', 'ana', '--snapshot', inFolder('odd.json')], '');
    };
    const whole = await evaluate(snapshot);
    expect(whole.stdout).toContain('"toggle": "cart"');
    const answer = await evaluate({ ...snapshot, ...Object.fromEntries(lists) });
    expect(answer).toEqual(whole);
    const refused = await evaluate({ ...snapshot, experiments: 'none' });
    expect(refused.stderr).toMatch(/odd\.json is not a snapshot\n$/);
  });

  it('T14: with a client key, it prints what pages get', async () => {
    const params = { appId, envId };
    const client = await admin.call(createClientKey, { params, body: { password: PASSWORD } });
    const answer = await comporta(['evaluate', 'cart', '--uid', 'ana'], client.key ?? '');
    expect(answer.stderr).toBe('');
    expect(JSON.parse(answer.stdout)).toEqual({
      environment: 'Production',
      revision: expect.any(Number),
      toggles: [
        { key: 'cart', reason: 'SPLIT', value: expect.any(Boolean), variant: expect.any(String) },
      ],
    });
  });

  it('SAF-22: files an import as a request, and ends with 3 while it waits for approval', async () => {
    const file = another('approved.json');
    const policy = { params: { appId, envId } };
    const toggle = { name: newId(), values: ['on', 'off'], defaultValue: 'off' };
    await admin.call(createToggle, { params: { appId }, body: toggle });
    const document = await admin.call(exportApplication, { params: { appId } });
    const changed = {
      ...document,
      toggles: document.toggles.map((one) =>
        one.name === toggle.name ? { ...one, defaultValue: 'on' } : one,
      ),
    };
    writeFileSync(file, JSON.stringify(changed));
    const ask = { ...NO_POLICY, approvals: 1, reasonRequired: true };
    await admin.call(updateChangePolicy, { ...policy, body: ask });
    const application = ['--application', document.application];
    const refused = await comporta(['import', file, ...application]);
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('APPROVAL_REQUIRED'),
    });
    const args = ['import', file, ...application, '--as-request'];
    expect(await comporta(args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('EMPTY_REASON'),
    });
    const filed = await comporta([...args, '--reason', 'Promoção de março', '--title', 'March']);
    expect(filed).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/1 change filed as #\d+, which waits for approval\./),
    });
    const { items } = await admin.call(listChangeRequests, { params: { appId }, query: {} });
    expect(items).toMatchObject([{ title: 'March', state: 'IN_REVIEW' }]);

    writeFileSync(file, JSON.stringify(document));
    expect(await comporta(args)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 changes'),
    });
    await admin.call(updateChangePolicy, { ...policy, body: NO_POLICY });
  });

  it('exports equal text for an equal application, and imports it again without a change', async () => {
    const file = inFolder('shop.json');
    const first = await comporta(['export', '--application', 'Shop', '--output', file]);
    expect(first).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect((await comporta(['export'])).stdout).toBe(readFileSync(file, 'utf8'));
    const document: ApplicationDocument = JSON.parse(readFileSync(file, 'utf8'));
    expect(document.experiments).toMatchObject([{ salt: 'cart', buckets: 100 }, {}]);
    const again = await comporta(['import', file, '--delete-others']);
    expect(again.stdout).toBe('0 changes made.\n');
  });

  it('OPS-23: prints its version', async () => {
    for (const word of ['version', '--version']) {
      expect((await comporta([word])).stdout).toMatch(/^comporta \d+\.\d+\.\d+, Node \d+/);
    }
  });

  it('SPEC-07, SPEC-08, T25, T26: changes the plan and the regions of an account while the service runs', async () => {
    const regions = { eu: 'https://eu.example.com', sa: 'https://sa.example.com' };
    const more = {
      ...settings,
      PLANS: '{"TRIAL": {"MAX_APPS": 1}}',
      REGION_URLS: JSON.stringify(regions),
    };
    const account = (...args: string[]) => comporta(['account', ...args], accountKey, more);
    expect((await account('list')).stdout).toBe('Acme\tON_PREMISE\tall\tana@example.com\t1\n');
    expect((await account('set-plan', 'ANA@example.com', 'TRIAL')).stdout).toBe(
      'Acme now has the plan TRIAL.\n',
    );
    expect((await account('set-regions', 'ana@example.com', 'sa')).stdout).toBe(
      'Acme now has the regions sa.\n',
    );
    expect((await account('list')).stdout).toBe('Acme\tTRIAL\tsa\tana@example.com\t1\n');
    expect(await account('set-plan', 'ana@example.com', 'GOLD')).toMatchObject({
      code: 2,
      stderr: 'there is no plan GOLD, only: ON_PREMISE, TRIAL\n',
    });
    expect(await account('set-plan', 'eve@example.com', 'TRIAL')).toMatchObject({
      code: 1,
      stderr: 'no user has the e-mail eve@example.com\n',
    });
    await account('set-plan', 'ana@example.com', 'ON_PREMISE');
    await account('set-regions', 'ana@example.com', 'all');
    await account('set-regions', 'ana@example.com', 'all'); // Changes nothing, and is not recorded.
    const log = await openClient(service.url, accountKey).call(listAuditLog, {
      query: { entity: 'account' },
    });
    // The newest ones; there are others after a first try.
    expect(log.items.slice(0, 4).map(({ headline, items }) => [headline, ...items])).toEqual([
      ['The service edited company “Acme”', 'region removed: “sa”'],
      ['The service edited company “Acme”', 'plan: “TRIAL” → “ON_PREMISE”'],
      ['The service edited company “Acme”', 'region added: “sa”'],
      ['The service edited company “Acme”', 'plan: “ON_PREMISE” → “TRIAL”'],
    ]);
  });

  it('OPS-11: audit archive moves old entries of the running service into a new file, once', async () => {
    const read = async () =>
      (await openClient(service.url, accountKey).call(listAuditLog, { query: { size: '100' } }))
        .items;
    const before = await read();
    const old = before.slice(-2).toReversed();
    const owner = findRunningServer(settings.DATA_DIR ?? '') ?? '';
    await execute(
      owner,
      `update audit_entries set at = at - interval '400 days'
       where account_number <= 1 + (select min(account_number) from audit_entries)`,
    );
    const file = another('audit.ndjson');
    const archive = () => comporta(['audit', 'archive', file, '--days', '365'], '', settings);
    expect(await archive()).toMatchObject({
      code: 0,
      stdout: `2 entries older than 365 days were moved to ${file}.\n`,
    });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      old.map(({ action, entity }) => ({ action, entityId: entity.id, actor: { name: 'Ana' } })),
    );
    expect(await read()).toEqual(before.slice(0, -2));
    expect(await archive()).toMatchObject({ code: 1, stderr: expect.stringContaining('EEXIST') });
    const without = await comporta(['audit', 'archive', another('other')], '', settings);
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('AUDIT_KEPT_DAYS') });
  });

  it('OPS-09, OPS-17: check reports what is wrong with settings, database and mail, and changes nothing', async () => {
    const good = await comporta(['check'], accountKey, settings);
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toMatch(/^ok {2}database: PostgreSQL 18/m);
    expect(good.stdout).toMatch(/^ok {2}tables: up to date$/m);
    const bad = await comporta(['check'], accountKey, {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URI: 'http://localhost',
    });
    expect(bad).toMatchObject({ code: 1, stderr: '3 of the checks failed\n' });
    expect(bad.stdout.match(/^wrong {2}\w+/gm)).toEqual([
      'wrong  settings',
      'wrong  database',
      'wrong  mail',
    ]);
  });

  it('OPS-14: backs up a running service; restored into another PostgreSQL, every response is the same', async () => {
    backup = another('comporta.backup');
    expect(await comporta(['backup', backup], accountKey, settings)).toMatchObject({
      code: 0,
      stderr: '',
    });
    const again = await comporta(['backup', backup], accountKey, settings);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });

    const database = await createTestDatabase();
    const elsewhere = { DATABASE_URL: database.url, DATA_DIR: another('elsewhere') };
    const restored = await comporta(['restore', backup], accountKey, elsewhere);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const twice = await comporta(['restore', backup], accountKey, elsewhere);
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });

    const other = await startServiceProcess(elsewhere);
    answersAtBackup = await answersOf(service.url);
    expect(await answersOf(other.url)).toEqual(answersAtBackup);
    await openClient(other.url, accountKey).call(createToggle, {
      params: { appId },
      body: { name: 'after', values: ['a', 'b'], defaultValue: 'a' },
    });
    await other.kill();
    await database.drop();
  });

  it('OPS-02: restored into a new DATA_DIR, the database is a folder inside it', async () => {
    const elsewhere = { ...settings, DATA_DIR: another('restored') };
    const restored = await comporta(['restore', backup], accountKey, elsewhere);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    await service.stop();
    settings = elsewhere;
    service = await startServiceProcess(settings);
    expect(await answersOf(service.url)).toEqual(answersAtBackup);
    // A symbolic link would point outside the volume that DATA_DIR may be.
    const database = lstatSync(path.join(elsewhere.DATA_DIR, 'postgres'));
    expect(database.isDirectory(), 'the database is a folder inside DATA_DIR').toBe(true);
  });

  it('a backup folder of 0.1.0 can be restored, too', async () => {
    await service.stop();
    const copy = another('folder');
    await copyDataFolder(settings.DATA_DIR ?? '', copy);
    const elsewhere = { ...settings, DATA_DIR: another('from-folder') };
    const restored = await comporta(['restore', copy], accountKey, elsewhere);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(await comporta(['migrate', '--dry-run'], accountKey, elsewhere)).toMatchObject({
      code: 0,
      stdout: '0 migrations are pending.\n',
    });
  });

  it.each([
    ['lost a byte', (bytes: Buffer) => bytes.fill((bytes[900] ?? 0) ^ 1, 900, 901)],
    ['lost its end', (bytes: Buffer) => bytes.subarray(0, -300)],
    ['is something else', () => gzipSync('{"hello": 1}\n')],
  ])('does not restore a backup that %s, and leaves the database empty', async (_, damage) => {
    const file = inFolder('damaged.backup');
    writeFileSync(file, damage(readFileSync(backup)));
    const database = await createTestDatabase();
    const elsewhere = { DATABASE_URL: database.url };
    expect(await comporta(['restore', file], accountKey, elsewhere)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\S+ cannot be restored: it is .*\n$/),
    });
    expect(await comporta(['account', 'list'], accountKey, elsewhere)).toMatchObject({
      stdout: '',
    });
    await database.drop();
  });
});

/** The API's responses about everything that the application has. */
async function answersOf(url: string): Promise<object> {
  const paths = [
    '/api/apps',
    `/api/apps/${appId}`,
    ...['toggles', 'properties', 'target-groups', 'audit-logs', 'experiments'].map(
      (noun) => `/api/apps/${appId}/${noun}`,
    ),
    '/api/audit-logs',
    '/api/accounts/limits',
  ];
  const headers = { authorization: `Bearer ${accountKey}` };
  const ask = async (address: string) => {
    const answer = await fetch(`${url}${address}`, { headers });
    return [address, [answer.status, await answer.json()]];
  };
  const answers = await Promise.all(paths.map(ask));
  // An export comes last, because it is an entry in the audit logs.
  answers.push(await ask(`/api/apps/${appId}/export`));
  const ofToggles = await fetch(`${url}/api/toggles?uid=ana`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return { ...Object.fromEntries(answers), evaluated: await ofToggles.json() };
}
