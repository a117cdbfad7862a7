import { fetchPage } from './call.ts';

/** A page that was opened a moment ago would not get other files by loading it again. */
const OPEN_AT_LEAST_MS = 10_000;

/**
 * Reloads the page when code of a screen cannot be loaded because the service was upgraded since the page was opened: files
 * of the new release have other names. Unsaved edits are kept in the tab's storage and come back.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', () => {
    if (performance.now() >= OPEN_AT_LEAST_MS) void reloadIfUpgraded();
  });
}

async function reloadIfUpgraded(): Promise<void> {
  const own = document.querySelector('script[type="module"]')?.getAttribute('src');
  const page = await fetchPage();
  if (own && page !== undefined && !page.includes(own)) window.location.reload();
}
