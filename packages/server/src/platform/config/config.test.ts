import { describe, expect, it } from 'vitest';
import { readConfig, WrongSettings } from './config.ts';

describe('settings', () => {
  it('are all optional', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: undefined,
      publicUrl: 'http://localhost:8080',
      signup: 'first',
      defaultPlan: 'ON_PREMISE',
      plans: { ON_PREMISE: { MAX_ACCOUNT_KEYS: 20 } },
      trustProxy: [],
      ofrepAllowedOrigins: ['*'],
      streamsPerEnvironment: 2_000,
    });
  });

  it('count as absent when they are empty', () => {
    expect(JSON.stringify(readConfig({ PORT: ' ', DATABASE_URL: '' }))).toBe(
      JSON.stringify(readConfig({})),
    );
  });

  it.each([
    [{ PORT: '1' }, { port: 1, publicUrl: 'http://localhost:1' }],
    [{ DATABASE_URL: 'postgres:///toggles' }, { databaseUrl: 'postgres:///toggles' }],
    [
      { PUBLIC_URL: 'https://toggles.example.com/' },
      {
        publicUrl: 'https://toggles.example.com',
        mailFrom: 'Comporta <comporta@toggles.example.com>',
        docsUrl: '/help',
      },
    ],
    [{ MAIL_FROM: 'Us <us@example.com>' }, { mailFrom: 'Us <us@example.com>' }],
    [
      { PLANS: '{"TRIAL":{"MAX_APPS":3}}', DEFAULT_PLAN: 'TRIAL' },
      {
        defaultPlan: 'TRIAL',
        plans: { TRIAL: { MAX_APPS: 3 }, ON_PREMISE: { MAX_ACCOUNT_KEYS: 20 } },
      },
    ],
    [{ PLANS: '{"ON_PREMISE":{}}' }, { plans: { ON_PREMISE: {} } }],
    [
      { REGION_URLS: '{"eu":"https://eu.example.com/"}' },
      { regionUrls: { eu: 'https://eu.example.com' } },
    ],
    [
      { TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' },
      { trustProxy: ['loopback', '10.0.0.0/8', '::1'] },
    ],
    [{ METRICS_LISTEN: '127.0.0.1:9464' }, { metricsListen: { host: '127.0.0.1', port: 9464 } }],
    [{ METRICS_LISTEN: '[::1]:9464' }, { metricsListen: { host: '::1', port: 9464 } }],
    [{ METRICS_LISTEN: '127.0.0.2:3000', PORT: '3000', HOST: '127.0.0.1' }, { port: 3000 }],
    [{ WEBHOOK_ALLOW_CIDRS: '10.1.0.0/16' }, { webhookAllowCidrs: ['10.1.0.0/16'] }],
    [
      { OFREP_ALLOWED_ORIGINS: 'https://a.example.com,http://localhost:3000' },
      { ofrepAllowedOrigins: ['https://a.example.com', 'http://localhost:3000'] },
    ],
  ])('%j is parsed', (env, config) => {
    expect(readConfig(env)).toMatchObject(config);
  });

  it.each([
    'postgres://ana:se%40w%23ret@db/toggles',
    'postgres://ana:se@cret@db/toggles',
    'postgres://ana@db/toggles@home?sslmode=require',
  ])('OPR-04: DATABASE_URL=%s is taken, as the driver can read it', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://root@localhost/toggles'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://db1,db2/toggles'],
    // OPR-04: a password that is not encoded; the driver would look for a host "w" or "ana".
    ['DATABASE_URL', 'postgres://ana:se@w#ret@db/toggles'],
    ['DATABASE_URL', 'postgres://ana:5/2@db/toggles'],
    ['PUBLIC_URL', 'toggles.example.com'],
    ['PUBLIC_URL', 'https://example.com/toggles'],
    ['SMTP_URL', 'https://example.com'],
    ['MAIL_FROM', 'nobody'],
    ['SIGNUP', 'yes'],
    ['DEFAULT_PLAN', 'GOLD'],
    ['DEFAULT_PLAN', 'toString'],
    ['PLANS', '{"TRIAL":'],
    ['PLANS', '{"TRIAL":{"MAX_TOGGLES":1}}'],
    ['PLANS', '{"TRIAL":{"MAX_APPS":-1}}'],
    ['REGION_URLS', '{"us":"https://us.example.com"}'],
    ['REGION_URLS', '{"eu":"eu.example.com"}'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.1'],
    ['LOG_LEVEL', 'verbose'],
    ['TRUST_PROXY', 'true'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_LISTEN', '9464'],
    ['METRICS_LISTEN', '127.0.0.1'],
    ['METRICS_LISTEN', '127.0.0.1:0'],
    ['METRICS_LISTEN', '::1:9464'],
    // OPR-04: the address of the service itself.
    ['METRICS_LISTEN', '0.0.0.0:8080'],
    ['METRICS_LISTEN', '127.0.0.1:8080'],
    ['METRICS_LISTEN', 'http://localhost:9464'],
    ['OFREP_ALLOWED_ORIGINS', 'example.com'],
    ['TERMS_URL', '/terms'],
    ['DOCS_URL', 'javascript:alert(1)'],
  ])('%s=%s is refused with one line that names it and the allowed values', (name, value) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toMatch(new RegExp(`^${name} is wrong: it must be .+\\.$`));
    expect(refusal.split('\n')).toHaveLength(1);
  });

  it.each(['99999', '999999', '999999999'])(
    'a retention of %s days leads to a valid date',
    (days) => {
      const config = readConfig({ EVENTS_KEPT_DAYS: days, AUDIT_KEPT_DAYS: days });
      for (const kept of [config.eventsKeptDays, config.auditKeptDays ?? 0]) {
        expect(new Date(Date.now() - kept * 86_400_000).toISOString()).toMatch(/^1\d{3}-/);
      }
    },
  );

  describe('SCL-20: NODES', () => {
    const linux = { platform: 'linux', versions: { node: '22.12.0' } } as const;

    it.each(['0', '17', '1.5', 'many', '-1'])('may not be %s', (nodes) => {
      expect(refusalOf({ NODES: nodes })).toMatch(/^NODES is wrong: it must be .+ from 1 to 16/);
    });

    it.each([
      { platform: 'linux', versions: { node: '22.11.0' } },
      { platform: 'linux', versions: { node: '20.20.2' } },
      { platform: 'darwin', versions: { node: '24.1.0' } },
      { platform: 'win32', versions: { node: '24.1.0' } },
    ] as const)('above 1 is refused on $platform with Node $versions.node', (runtime) => {
      expect(refusalOf({ NODES: '2' }, runtime)).toMatch(/^NODES is wrong: .+Node 22\.12/);
      expect(readConfig({ NODES: '1' }, runtime).nodes).toBe(1);
      expect(readConfig({}, runtime).nodes).toBe(1);
    });

    it.each(['22.12.0', '22.20.1', '23.1.0', '24.0.0'])('may be 16 with Node %s', (node) => {
      expect(readConfig({ NODES: '16' }, { ...linux, versions: { node } }).nodes).toBe(16);
    });

    it('SCL-23: METRICS_TOKEN alone is refused, because at PORT any node would answer', () => {
      const token = { METRICS_TOKEN: 'sixteen characters' };
      expect(refusalOf({ NODES: '2', ...token }, linux)).toBe(
        'METRICS_TOKEN is wrong: with NODES above 1 it needs METRICS_LISTEN, because at PORT any of the nodes would answer.',
      );
      expect(readConfig({ NODES: '1', ...token }, linux).metricsToken).toBeDefined();
      const both = { NODES: '2', ...token, METRICS_LISTEN: '127.0.0.1:9464' };
      expect(readConfig(both, linux).metricsToken).toBeDefined();
    });

    it.each(['127.0.0.1:8077', '127.0.0.1:8080', '0.0.0.0:8079', '127.0.0.1:65533'])(
      'SCL-23: METRICS_LISTEN=%s has no four ports beside 8080',
      (address) => {
        expect(refusalOf({ NODES: '4', METRICS_LISTEN: address }, linux)).toMatch(
          /^METRICS_LISTEN is wrong/,
        );
      },
    );

    it.each(['127.0.0.1:8076', '127.0.0.1:8081', '127.0.0.2:8080', '127.0.0.1:65532'])(
      'SCL-23: METRICS_LISTEN=%s has them',
      (address) => {
        const config = readConfig({ NODES: '4', METRICS_LISTEN: address }, linux);
        expect(config.metricsListen?.port).toBe(Number(address.split(':')[1]));
      },
    );
  });

  it('RES-40, RES-44: EVENTS_URL names a ClickHouse, or nothing', () => {
    for (const url of ['clickhouse://root:pw@db:8123/events', 'clickhouses://db']) {
      expect(readConfig({ EVENTS_URL: url }).eventsUrl).toBe(url);
    }
    for (const url of ['http://db:8123', 'clickhouse://db/a/b', 'clickhouse://db/a?b=c', 'db']) {
      expect(refusalOf({ EVENTS_URL: url })).toMatch(
        /^EVENTS_URL is wrong: it must be a clickhouse:/,
      );
    }
    expect(readConfig({ EVENTS_URL: '' }).eventsUrl).toBeUndefined();
  });

  it('get one line each when they are wrong; no line repeats the value, which may be a password', () => {
    const refusal = refusalOf({ PORT: 'x', METRICS_TOKEN: 'tiny', DATABASE_URL: 'root:pw@db' });
    expect(refusal.split('\n')).toHaveLength(3);
    expect(refusal).not.toMatch(/tiny|root:pw/);
  });
});

function refusalOf(
  env: Record<string, string>,
  runtime?: Parameters<typeof readConfig>[1],
): string {
  try {
    readConfig(env, runtime);
  } catch (error) {
    if (error instanceof WrongSettings) return error.message;
    throw error;
  }
  throw new Error('not refused');
}
