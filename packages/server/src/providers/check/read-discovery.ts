import type { StoredProvider } from '../provider-repository.ts';
import type { CheckTools } from './check-tools.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { whyUnreachable } from './why-unreachable.ts';

/** What a provider says of itself, as far as it is used here. */
export interface Announced {
  readonly issuer?: unknown;
  readonly authorization_endpoint?: unknown;
  readonly token_endpoint?: unknown;
  readonly jwks_uri?: unknown;
  readonly id_token_signing_alg_values_supported?: unknown;
  readonly scopes_supported?: unknown;
  readonly claims_supported?: unknown;
}

/** What clocks may differ by. Source: IDN-11. */
const CLOCKS_DIFFER_SECONDS = 60;
const ENTRA_OF_ALL = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/;

interface Discovered {
  readonly findings: readonly Finding[];
  /** Absent where it was not read. */
  readonly announced?: Announced;
  /** Whether it is the issuer that is stored, byte for byte. */
  readonly isExact: boolean;
}

/** Asks the issuer for its discovery document, and says what is wrong with it. */
export async function readDiscovery(
  { issuer }: StoredProvider,
  { fetch }: CheckTools,
): Promise<Discovered> {
  const failed = (repair: string): Discovered => ({
    findings: [wrong('discovery', repair)],
    isExact: false,
  });
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let answer: Response;
  try {
    const headers = { accept: 'application/json' };
    answer = await fetch(address, { method: 'GET', headers, body: undefined, redirect: 'manual' });
  } catch (error) {
    return failed(`${address} is not reached; ${whyUnreachable(error)}`);
  }
  if (answer.status >= 300 && answer.status < 400) {
    return failed(
      `${address} leads elsewhere, which is not followed; the issuer has to be the final address`,
    );
  }
  const announced = answer.ok ? await jsonOf(answer) : undefined;
  if (announced === undefined) {
    return failed(
      `${address} answers ${answer.status} and no discovery document; the issuer is the part before /.well-known`,
    );
  }
  const isExact = announced.issuer === issuer;
  return {
    findings: [
      ok(`discovery: ${address} is read`),
      isExact ? ok('issuer: the same, byte for byte') : differentIssuer(issuer, announced),
      clockOf(answer),
    ],
    announced,
    isExact,
  };
}

function differentIssuer(issuer: string, announced: Announced): Finding {
  const repair = ENTRA_OF_ALL.test(issuer)
    ? 'this address vouches for every company of the world; put the id of your tenant in its place'
    : `the provider calls itself ${String(announced.issuer)}; write exactly that, or check that it is yours`;
  return wrong('issuer', repair);
}

/** By the time that the answer bears; a tenth of a minute more or less is the way. */
function clockOf(answer: Response): Finding {
  const there = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(there)) return note('clock: the provider says no time');
  const seconds = Math.round((Date.now() - there) / 1000);
  return Math.abs(seconds) <= CLOCKS_DIFFER_SECONDS
    ? ok(`clock: ${Math.abs(seconds)} s from that of the provider`)
    : wrong(
        'clock',
        `that of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of the provider, and ${CLOCKS_DIFFER_SECONDS} are forgiven; set it, by NTP`,
      );
}

/** Undefined for anything but a JSON object. */
async function jsonOf(answer: Response): Promise<Announced | undefined> {
  const read: unknown = await answer.json().catch(() => undefined);
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined;
}
