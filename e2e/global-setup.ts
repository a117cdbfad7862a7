import { openTestCluster } from '@comporta/server/testing/test-cluster';

/** Playwright runs this once before the first test, and the returned function after the last one. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export.
export default async function setup(): Promise<() => Promise<void>> {
  const { close, ...cluster } = await openTestCluster(process.env.TEST_DATABASE_URL);
  // Workers are separate processes: only environment variables reach them.
  process.env.E2E_CLUSTER = JSON.stringify(cluster);
  return close;
}
