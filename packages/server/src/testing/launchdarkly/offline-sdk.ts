import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { init } from '@launchdarkly/node-server-sdk';
import { FileDataSourceFactory } from '@launchdarkly/node-server-sdk/integrations';
import type { LaunchdarklyData } from '../../launchdarkly/launchdarkly-data.ts';

const NO_LOG = { error() {}, warn() {}, info() {}, debug() {} };

export interface OfflineSdk {
  /** The values of all flags for a user; null where a program gets its own fallback. */
  values(context: { readonly key: string }): Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

/** LaunchDarkly's own SDK, which reads the data from a file and sends nothing. */
export async function openOfflineSdk(data: LaunchdarklyData): Promise<OfflineSdk> {
  const folder = mkdtempSync(path.join(tmpdir(), 'launchdarkly-'));
  const file = path.join(folder, 'flags.json');
  writeFileSync(file, JSON.stringify({ ...data, ...withKeys(data) }));
  const client = init('key', {
    updateProcessor: new FileDataSourceFactory({ paths: [file] }).getFactory(),
    sendEvents: false,
    diagnosticOptOut: true,
    logger: NO_LOG,
  });
  await client.waitForInitialization({ timeout: 20 });
  rmSync(folder, { recursive: true });
  return {
    async values(context) {
      const state = await client.allFlagsState({ kind: 'user', ...context });
      return state.allValues();
    },
    close: () => client.close(),
  };
}

/** As LaunchDarkly sends them: each with its key, a version and a salt. */
function withKeys({ flags = {}, segments = {} }: LaunchdarklyData) {
  const sent = (things: Readonly<Record<string, object>>) =>
    Object.fromEntries(
      Object.entries(things).map(([key, one]) => [key, { ...one, key, version: 1, salt: key }]),
    );
  return { flags: sent(flags), segments: sent(segments) };
}
