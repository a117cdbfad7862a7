import { resolve } from 'node:path';
import { z } from 'zod';
import { misspeltSettings } from './misspelt-settings.ts';
import { DEFAULT_PLANS, PLAN_LIMITS, type Plans } from './plans.ts';
import { FILE_SETTINGS, readSecretFile, readSecretFiles } from './secret-files.ts';
import * as shape from './setting-shapes.ts';

/**
 * Every setting, read from the environment. The description is what is allowed, and all that is said
 * of a wrong value: some settings hold passwords. docs/operating.md explains them.
 */
const SETTINGS = z.object({
  HOST: z.string().default('127.0.0.1').describe('an address or a host name'),
  PORT: shape.port.default(8080).describe('a whole number from 1 to 65535'),
  DATA_DIR: z.string().default('data').describe('a folder'),
  DATABASE_URL: shape
    .url(/^postgres(ql)?$/)
    // The driver would look for a host of that name, and wait for it.
    .refine((url) => !URL.parse(url)?.hostname.includes(','))
    .optional()
    .describe('a postgres:// URL of one host'),
  PUBLIC_URL: shape.origin.optional().describe('an http:// or https:// URL without a path'),
  SMTP_URL: shape
    .url(/^smtps?$/)
    .optional()
    .describe('an smtp:// or smtps:// URL'),
  MAIL_FROM: shape.mailbox.optional().describe('an address such as "Comporta <us@example.com>"'),
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
    .describe('an address and a port such as "127.0.0.1:9464" or "[::1]:9464"'),
  OFREP_ALLOWED_ORIGINS: shape
    .list(z.union([z.literal('*'), shape.origin]))
    .default(['*'])
    .describe('"*" or origins such as "https://www.example.com"'),
  EVENTS_URL: z
    .never()
    .optional()
    .describe("left out: this release keeps events in the service's own database alone"),
  EVENTS_KEPT_DAYS: shape.days.default(35).describe('a whole number from 1'),
  CLIENT_REQUESTS_PER_SECOND: shape.count.default(50).describe('a whole number from 1'),
  STREAMS_PER_ENVIRONMENT: shape.count.default(2_000).describe('a whole number from 1'),
  AUDIT_KEPT_DAYS: shape.days.optional().describe('a whole number from 1'),
  TERMS_URL: shape
    .url(/^https?$/)
    .optional()
    .describe('an http:// or https:// URL'),
  DOCS_URL: shape
    .url(/^https?$/)
    .optional()
    .describe('an http:// or https:// URL'),
  COMPORTA_URL: shape.origin.optional().describe('an http:// or https:// URL without a path'),
  COMPORTA_KEY: shape.list(z.string()).default([]).describe('keys, separated by commas'),
});

export const SETTING_NAMES = [...Object.keys(SETTINGS.shape), ...FILE_SETTINGS];

export type Config = ReturnType<typeof readConfig>;

/** Settings that cannot be used: one line for each. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings';
}

/** Everything the environment decides; an empty setting is one that is not there. Nobody else reads the environment, but for what is Node's own. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
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
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataDir: resolve(settings.DATA_DIR),
    /** Absent: the embedded PostgreSQL under `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    /** As it is now: in a file its password may change while the service runs. */
    readDatabaseUrl: () =>
      (present.DATABASE_URL_FILE && readSecretFile(present.DATABASE_URL_FILE)) ||
      settings.DATABASE_URL,
    /** Where people and systems reach this service; no slash at the end. */
    publicUrl,
    /** Absent: mail is written to the log and to an outbox folder. */
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `Comporta <comporta@${new URL(publicUrl).hostname}>`,
    signup: settings.SIGNUP,
    defaultPlan: settings.DEFAULT_PLAN,
    plans,
    regionUrls: settings.REGION_URLS,
    webhookAllowCidrs: settings.WEBHOOK_ALLOW_CIDRS,
    logLevel: settings.LOG_LEVEL,
    /** Whose X-Forwarded-For is believed. */
    trustProxy: settings.TRUST_PROXY,
    /** With neither of them nobody can ask for metrics. */
    metricsToken: settings.METRICS_TOKEN,
    metricsListen: settings.METRICS_LISTEN,
    ofrepAllowedOrigins: settings.OFREP_ALLOWED_ORIGINS,
    eventsKeptDays: settings.EVENTS_KEPT_DAYS,
    /** Of one address with a client key, on this node. */
    clientRequestsPerSecond: settings.CLIENT_REQUESTS_PER_SECOND,
    /** On this node. */
    streamsPerEnvironment: settings.STREAMS_PER_ENVIRONMENT,
    /** Absent: for ever. */
    auditKeptDays: settings.AUDIT_KEPT_DAYS,
    termsUrl: settings.TERMS_URL,
    /** A path is one of the console. */
    docsUrl: settings.DOCS_URL ?? '/help',
    /** The service that commands ask, and the keys they ask it with. */
    comportaUrl: settings.COMPORTA_URL ?? publicUrl,
    comportaKeys: settings.COMPORTA_KEY,
    /** Sentences about variables that look like a setting and are none. */
    warnings: misspeltSettings(Object.keys(present), SETTING_NAMES),
  };
}

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
