import { isStorable } from '@comporta/contract/visible-text';

/** A program that asks for toggles, as its User-Agent says. */
export interface Program {
  /** Empty where it names none. */
  readonly service: string;
  /** Its first product: an SDK. */
  readonly sdk: string;
  readonly version: string;
}

/** Programs that name nothing, and those for which there is no room. */
export const OTHERS: Program = { service: '', sdk: '', version: '' };
/** All browsers are one: their versions are many, and say nothing of the page. Source: LIF-08. */
export const BROWSERS: Program = { service: '', sdk: 'Mozilla', version: '' };

const PART_MAX_CHARS = 50;
const SERVICE = /(?:^|\s)service\/([A-Za-z0-9._-]{1,50})(?=\s|$)/;
const SENDER = /(?:^|\s)usage\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\s|$)/i;
const REPORTS = /(?:^|\s)usage\//;

/**
 * What a node of ours that passes values on adds to its User-Agent: it reports the uses of its clients, and is no client
 * itself.
 */
export const RELAY = 'usage/relay';

export function programOf(userAgent: string): Program {
  if (userAgent.startsWith('Mozilla/')) return BROWSERS;
  const [, sdk = '', version = ''] = /^\s*([^\s/();]+)(?:\/([^\s();]+))?/.exec(userAgent) ?? [];
  if (sdk === '' || !isStorable(sdk) || !isStorable(version)) return OTHERS;
  const [, service = ''] = SERVICE.exec(userAgent) ?? [];
  return {
    service,
    sdk: sdk.slice(0, PART_MAX_CHARS),
    version: version.slice(0, PART_MAX_CHARS),
  };
}

/** The process that says it reports uses; undefined where it does not. */
export function senderIn(userAgent: string): string | undefined {
  return SENDER.exec(userAgent)?.[1]?.toLowerCase();
}

/** Whether the program says that it reports the uses of the rules that it fetches. */
export function saysItReports(userAgent: string): boolean {
  return REPORTS.test(userAgent);
}
