import type { Page } from '@playwright/test';

/** Kilobytes of the files that the page has loaded over the network, compressed and with headers. */
export function transferredKilobytes(
  page: Page,
): Promise<{ readonly script: number; readonly stylesheet: number }> {
  return page.evaluate(() => {
    const files = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming);
    const kilobytesOf = (extension: string) =>
      files
        .filter(({ name }) => new URL(name).pathname.endsWith(extension))
        .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
    return { script: kilobytesOf('.js'), stylesheet: kilobytesOf('.css') };
  });
}
