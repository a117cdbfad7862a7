import { resolve } from 'node:path';
import { z } from 'zod';
import { misspeltSettings } from './misspelt-settings.ts';
import { DEFAULT_PLANS, PLAN_LIMITS, type Plans } from './plans.ts';
import { FILE_SETTINGS, readSecretFile, readSecretFiles } from './secret-files.ts';
import * as shape from './setting-shapes.ts';
import { areFreePorts, canSharePort, type Runtime } from './several-nodes.ts';

/**
 * Every setting, read from the environment. An error message shows the description, which says what is allowed, and
 * never the value, which may be a password. docs/operating.md explains the settings.
 */
const SETTINGS = z.object({
  HOST: z.string().default('127.0.0.1').describe('an address or a host name'),
  PORT: shape.port.default(8080).describe('a whole number from 1 to 65535'),
  DATA_DIR: z.string().default('data').describe('a folder'),
  DATABASE_URL: shape.databaseUrl
    .optional()
    .describe('a postgres:// URL of one host; in a password "@" is %40, "#" is %23 and "/" is %2F'),
  NODES: shape.count
    .refine((nodes) => nodes <= 16)
    .default(1)
    .describe('a whole number from 1 to 16; above 1 only on Linux with Node 22.12 or newer'),
  PUBLIC_URL: shape.origin.optional().describe('an http:// or https:// URL without a path'),
  SMTP_URL: shape
    .url(/^smtps?$/)
    .optional()
    .describe('an smtp:// or smtps:// URL'),
  MAIL_FROM: shape.mailbox.optional().describe('an address such as "Comporta <us@example.com>"'),
  ENCRYPTION_KEY: shape
    .list(shape.encryptionKey)
    .default([])
    .describe(
      'keys of 32 bytes in base64, as "openssl rand -base64 32" makes them, separated by commas',
    ),
  SIGNUP: z
    .enum(['open', 'first', 'closed'])
    .default('first')
    .describe('"open", "first" (until there is an account) or "closed"'),
  DEFAULT_PLAN: z.string().default('ON_PREMISE').describe('ON_PREMISE or a name in PLANS'),
  PLANS: shape.plans
    .default({})
    .describe(`JSON such as {"TRIAL": {"MAX_APPS": 3}}, with ${PLAN_LIMITS.join(', ')}`),
  REGION_URLS: shape.regionUrls
    .default({})
    .describe('JSON such as {"eu": "https://eu.example.com"}, with eu, sa and trial'),
  WEBHOOK_ALLOW_CIDRS: shape
    .list(shape.cidr)
    .default([])
    .describe('networks such as "10.0.0.0/8, fd00::/8"'),
  IDENTITY_ALLOW_CIDRS: shape
    .list(shape.cidr)
    .default([])
    .describe('networks such as "10.0.0.0/8, fd00::/8"'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  TRUST_PROXY: shape
    .list(shape.proxy)
    .default([])
    .describe('addresses or networks, "loopback", "linklocal" or "uniquelocal"'),
  METRICS_TOKEN: z.string().min(16).optional().describe('at least 16 characters'),
  METRICS_LISTEN: shape.networkAddress
    .optional()
    .describe(
      'an address and a port such as "127.0.0.1:9464" or "[::1]:9464", and another one than HOST and PORT; with NODES the first of as many ports',
    ),
  OFREP_ALLOWED_ORIGINS: shape
    .list(z.union([z.literal('*'), shape.origin]))
    .default(['*'])
    .describe('"*" or origins such as "https://www.example.com"'),
  EVENTS_URL: shape.eventsUrl
    .optional()
    .describe(
      'a clickhouse:// or clickhouses:// URL such as "clickhouses://user:password@host:8443/database"',
    ),
  EVENTS_KEPT_DAYS: shape.days.default(35).describe('a whole number, at least 1'),
  USAGE_KEPT_DAYS: shape.count
    .refine((days) => days >= 30 && days <= 400)
    .default(100)
    .describe('a whole number, 30 to 400'),
  EVENTS_PER_DAY: shape.limit.default(50_000_000).describe('a whole number; 0 for no limit'),
  CLIENT_REQUESTS_PER_SECOND: shape.count.default(50).describe('a whole number, at least 1'),
  CLIENT_POINTS_PER_SECOND: shape.count.default(500).describe('a whole number, at least 1'),
  STREAMS_PER_ENVIRONMENT: shape.count.default(2_000).describe('a whole number, at least 1'),
  SNAPSHOT_TOGGLES: shape.limit.default(40_000).describe('a whole number; 0 for no limit'),
  DELETED_KEPT_DAYS: shape.daysOrNone.default(30).describe('a whole number; 0 for none'),
  AUDIT_KEPT_DAYS: shape.days.optional().describe('a whole number, at least 1'),
  SIGN_INS_KEPT_DAYS: shape.days
    .refine((days) => days >= 30)
    .default(90)
    .describe('a whole number, at least 30'),
  TERMS_URL: shape
    .url(/^https?$/)
    .optional()
    .describe('an http:// or https:// URL'),
  DOCS_URL: shape
    .url(/^https?$/)
    .optional()
    .describe('an http:// or https:// URL'),
  COMPORTA_URL: shape.origin.optional().describe('an http:// or https:// URL without a path'),
  EDGE_SPOOL_MB: shape.countOrNone.default(64).describe('a whole number; 0 for none'),
  COMPORTA_KEY: shape.list(z.string()).default([]).describe('keys, separated by commas'),
});

export const SETTING_NAMES = [...Object.keys(SETTINGS.shape), ...FILE_SETTINGS];

export type Config = ReturnType<typeof readConfig>;

/** Settings that cannot be used. The message has one line for each. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings';
}

/**
 * Reads all settings; an empty one counts as absent. Throws WrongSettings. No other code reads the environment, except
 * for Node's own variables.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, runtime: Runtime = process) {
  const present = Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => (text?.trim() ? [[name, text]] : [])),
  );
  const parsed = SETTINGS.safeParse(readSecretFiles(present, refuse));
  if (!parsed.success) throw new WrongSettings(linesAbout(parsed.error));

  const settings = parsed.data;
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const plans: Plans = { ...DEFAULT_PLANS, ...settings.PLANS };
  if (!Object.hasOwn(plans, settings.DEFAULT_PLAN))
    throw new WrongSettings(lineAbout('DEFAULT_PLAN'));
  const { HOST: host, PORT: port, NODES: nodes, METRICS_LISTEN: metricsListen } = settings;
  if (nodes > 1 && !canSharePort(runtime)) throw new WrongSettings(lineAbout('NODES'));
  if (metricsListen && !areFreePorts(metricsListen, nodes, { host, port }))
    throw new WrongSettings(lineAbout('METRICS_LISTEN'));
  if (nodes > 1 && settings.METRICS_TOKEN !== undefined && metricsListen === undefined)
    throw new WrongSettings(METRICS_OF_ANY_NODE);
  return {
    host,
    port,
    /** How many nodes share this address, each a process of its own. */
    nodes,
    dataDir: resolve(settings.DATA_DIR),
    /** When absent, the embedded PostgreSQL under `dataDir` is used. */
    databaseUrl: settings.DATABASE_URL,
    /** Reads the URL again: a password in a file may change while the service runs. */
    readDatabaseUrl: () =>
      (present.DATABASE_URL_FILE && readSecretFile(present.DATABASE_URL_FILE)) ||
      settings.DATABASE_URL,
    /** The base URL of this service for users and clients, without a slash at the end. */
    publicUrl,
    /** When absent, mail is written to the log and to an outbox folder. */
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `Comporta <comporta@${new URL(publicUrl).hostname}>`,
    /** What is sealed is written with the first; all read. Without one, the embedded database has one of its own. */
    encryptionKeys: settings.ENCRYPTION_KEY,
    signup: settings.SIGNUP,
    defaultPlan: settings.DEFAULT_PLAN,
    plans,
    regionUrls: settings.REGION_URLS,
    webhookAllowCidrs: settings.WEBHOOK_ALLOW_CIDRS,
    /** Networks where providers may be, beside public addresses. */
    identityAllowCidrs: settings.IDENTITY_ALLOW_CIDRS,
    logLevel: settings.LOG_LEVEL,
    /** The proxies whose X-Forwarded-For header is trusted. */
    trustProxy: settings.TRUST_PROXY,
    /** Without `metricsToken` and `metricsListen` the metrics are not available. */
    metricsToken: settings.METRICS_TOKEN,
    /** Of several nodes, that of the first; the others have the next ports. */
    metricsListen,
    ofrepAllowedOrigins: settings.OFREP_ALLOWED_ORIGINS,
    /** When absent, events are in the service's own database. */
    eventsUrl: settings.EVENTS_URL,
    eventsKeptDays: settings.EVENTS_KEPT_DAYS,
    usageKeptDays: settings.USAGE_KEPT_DAYS,
    /** How many events of an environment are stored in a UTC day, by all nodes; infinite when not limited. */
    eventsPerDay: settings.EVENTS_PER_DAY,
    /** Limit for one IP address with a client key, on this node. */
    clientRequestsPerSecond: settings.CLIENT_REQUESTS_PER_SECOND,
    /** The same for what its requests cost. Source: FAIR-02, 03. */
    clientPointsPerSecond: settings.CLIENT_POINTS_PER_SECOND,
    /** Limit on this node. */
    streamsPerEnvironment: settings.STREAMS_PER_ENVIRONMENT,
    /** How many toggles snapshots in memory have at most, as far as they are not in use; may be infinite. */
    snapshotBudget: settings.SNAPSHOT_TOGGLES,
    /** When absent, audit entries are kept forever. */
    auditKeptDays: settings.AUDIT_KEPT_DAYS,
    /** At least as long as it matters whether a browser was seen before. */
    signInsKeptDays: settings.SIGN_INS_KEPT_DAYS,
    /** How long deleted things can be restored; 0 when they cannot. */
    deletedKeptDays: settings.DELETED_KEPT_DAYS,
    termsUrl: settings.TERMS_URL,
    /** A URL, or a path in the console. */
    docsUrl: settings.DOCS_URL ?? '/help',
    /** The service that commands call, and their keys. */
    comportaUrl: settings.COMPORTA_URL ?? publicUrl,
    comportaKeys: settings.COMPORTA_KEY,
    /** How much of the disk an edge node takes for events that the service does not take; 0 where it keeps none. */
    edgeSpoolBytes: settings.EDGE_SPOOL_MB * 1024 * 1024,
    /** Sentences about variables that look like misspelt settings. */
    warnings: misspeltSettings(Object.keys(present), SETTING_NAMES),
  };
}

const METRICS_OF_ANY_NODE =
  'METRICS_TOKEN is wrong: with NODES above 1 it needs METRICS_LISTEN, because at PORT any of the nodes would answer.';

function refuse(line: string): never {
  throw new WrongSettings(line);
}

function linesAbout(error: z.ZodError): string {
  const names = new Set(error.issues.map((issue) => String(issue.path[0])));
  return [...names].map(lineAbout).join('\n');
}

function lineAbout(name: string): string {
  const allowed = z.globalRegistry.get(Reflect.get(SETTINGS.shape, name))?.description;
  return `${name} is wrong: it must be ${allowed}.`;
}
