import { openTestCluster } from '@comporta/server/testing/test-cluster';

/** Run by Playwright once, before the first test; what it returns, after the last. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export.
export default async function setup(): Promise<() => Promise<void>> {
  const { close, ...cluster } = await openTestCluster(process.env.TEST_DATABASE_URL);
  // Workers are processes of their own and get the environment only.
  process.env.E2E_CLUSTER = JSON.stringify(cluster);
  return close;
}
