import { encryptionKeysOf } from '../../identity/encryption-keys.ts';
import { createSealing } from '../../identity/sealing.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { guardWebhookAddresses } from '../../platform/webhooks/webhook-addresses.ts';
import { openConnections } from '../connections.ts';
import { openIdentityFetch } from '../identity-fetch.ts';
import { listAllProviders } from '../provider-repository.ts';
import { checkProvider } from './check-provider.ts';
import { type Finding, note } from './finding.ts';

interface Checked {
  /** Which provider it is, and whose. */
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Checks all providers of the installation, or the one with this short name, for its operator. */
export async function checkProviders(
  sql: Sql,
  settings: Config,
  slug: string | undefined,
): Promise<readonly Checked[]> {
  const rows = await listAllProviders(sql, slug);
  const sealing = createSealing(encryptionKeysOf(settings));
  const identityFetch = openIdentityFetch(guardWebhookAddresses(settings.identityAllowCidrs));
  const connections = openConnections(identityFetch);
  const { publicUrl } = settings;
  const tools = { sealing, connections, publicUrl, fetch: identityFetch.fetch };
  const checked: Checked[] = [];
  try {
    for (const { company, provider } of rows) {
      const { slug: name, issuer, enabled, testedAt } = provider;
      checked.push({
        title: `${name}, of ${company}: ${issuer}`,
        findings: [
          ...(await checkProvider(provider, tools)),
          ...(enabled ? [] : [note('switched off: nobody comes in through it')]),
          ...(testedAt === null ? [note('Test sign-in has not gone well yet')] : []),
        ],
      });
    }
  } finally {
    await connections.close();
  }
  return checked;
}
