import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { PLAN_LIMITS } from './plans.ts';

/** Schemas that check the text of a setting and convert it to its value. */

export const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(65_535));

export interface NetworkAddress {
  readonly host: string;
  readonly port: number;
}

/** An IP address or host name, a colon and a port. IPv6 addresses are in brackets. */
export const networkAddress = z
  .string()
  .regex(/^(\[[\da-f:.]+\]|[^\s:/[\]]+):\d{1,5}$/i)
  .transform((text): NetworkAddress => {
    const colon = text.lastIndexOf(':');
    const host = text.slice(0, colon).replace(/^\[|\]$/g, '');
    return { host, port: Number(text.slice(colon + 1)) };
  })
  .refine((parsed) => parsed.port >= 1 && parsed.port <= 65_535);

export const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(z.int().min(1));

/** The same where 0 means none of it. */
export const countOrNone = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** A limit; 0 means that there is none. */
export const limit = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((text) => Number(text) || Number.POSITIVE_INFINITY);

/** A retention in days, capped at about 270 years. Larger values mean forever, but would not lead to a valid date. */
const MOST_DAYS = 99_999;
export const days = count.transform((number) => Math.min(number, MOST_DAYS));

/** The same where 0 keeps nothing. */
export const daysOrNone = countOrNone.transform((number) => Math.min(number, MOST_DAYS));

/** Whether a server that listens on one keeps another from listening on the other. */
export function isSameAddress(one: NetworkAddress, other: NetworkAddress): boolean {
  const isEverywhere = [one.host, other.host].some((host) => host === '0.0.0.0' || host === '::');
  return one.port === other.port && (isEverywhere || one.host === other.host);
}

export const url = (protocol: RegExp) => z.url({ protocol });

/**
 * The URL of a database on one host. The driver would take a list for one host name, and wait for it. After a "#" or "/" in a
 * password it would look for a host named like a part of the password.
 */
export const databaseUrl = url(/^postgres(ql)?$/).refine((text) => {
  const { hostname = '', hash = '', pathname = '' } = URL.parse(text) ?? {};
  return !hostname.includes(',') && hash === '' && !/@.*\//.test(pathname);
});

/** The URL of a ClickHouse, with one database. */
export const eventsUrl = url(/^clickhouses?$/).refine((text) => {
  const { hash = '', search = '', pathname = '' } = URL.parse(text) ?? {};
  return hash === '' && search === '' && /^\/?[^/]*$/.test(pathname);
});

/** An http(s) URL without a path. The parsed value has no slash at the end. */
export const origin = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine((parsed) => parsed.pathname === '/' && parsed.search === '' && parsed.username === '')
  .transform((parsed) => parsed.origin);

export const mailbox = z.string().regex(/^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/);

export const cidr = z.string().refine((text) => ipaddr.isValidCIDR(text));

export const proxy = z.union([
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
  cidr,
  z.string().refine((text) => ipaddr.isValid(text)),
]);

/** 32 bytes; in base64url, or in base64 as other programs make it. The parsed value is in base64url. */
export const encryptionKey = z
  .string()
  .regex(/^[\w+/-]{43}=?$/)
  .transform((text) => Buffer.from(text, 'base64').toString('base64url'));

/** Items separated by commas; surrounding blanks are removed. */
export function list<Item extends z.ZodType<string, string>>(item: Item) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item));
}

function json<Shape extends z.ZodType>(shape: Shape) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(shape);
}

export const plans = json(
  z.record(z.string().min(1), z.partialRecord(z.enum(PLAN_LIMITS), z.int().min(0))),
);

export const regionUrls = json(z.partialRecord(z.enum(['eu', 'sa', 'trial']), origin));
