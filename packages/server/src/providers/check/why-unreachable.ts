import { AddressRefused } from '../../platform/webhooks/webhook-addresses.ts';

const UNKNOWN_NAME = ['ENOTFOUND', 'ENODATA', 'EAI_AGAIN'];
const UNTRUSTED = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

/** Why a provider was not reached, with what to do about it. */
export function whyUnreachable(error: unknown): string {
  for (const one of causesOf(error)) {
    if (one instanceof AddressRefused) {
      return 'its address is in a network that may not be called; if it should be, add that network to IDENTITY_ALLOW_CIDRS';
    }
    const code = 'code' in one ? String(one.code) : '';
    if (UNKNOWN_NAME.includes(code)) {
      return 'the DNS of this machine does not know the name; correct the issuer, or the DNS';
    }
    if (UNTRUSTED.test(code)) {
      return `its certificate is not trusted here (${code}); for an authority of your own, set NODE_EXTRA_CA_CERTS to a file with its certificate`;
    }
    if (one.message === 'only https') {
      return 'secrets travel over https only; http is for a provider on this machine, in a network of IDENTITY_ALLOW_CIDRS';
    }
    if (one.name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') {
      return 'it did not answer within 5 s; does a firewall or a proxy keep this machine from it?';
    }
    if (code.startsWith('E') && code.length > 1) {
      return `nothing answers there (${code}); is it running, and does a firewall let this machine out?`;
    }
  }
  return error instanceof Error ? String(error.cause ?? error.message) : String(error);
}

/** The error, and what has caused it, innermost last. */
function causesOf(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return [];
  const several = error instanceof AggregateError ? error.errors : [];
  return [error, ...several.flatMap(causesOf), ...causesOf(error.cause)];
}
