import { fetchPage } from './call.ts';

/** A page that was opened a moment ago would not get other files by loading it again. */
const OPEN_AT_LEAST_MS = 10_000;

/**
 * Reloads the page when code of a screen cannot be loaded because the service was upgraded since the page was opened: files
 * of the new release have other names. Unsaved edits are kept in the tab's storage and come back.
 * @param target the address that the user is going to; undefined when that navigation has ended, or there is none
 */
export function reloadAfterUpgrade(target: () => string | undefined): void {
  window.addEventListener('vite:preloadError', () => {
    if (performance.now() >= OPEN_AT_LEAST_MS) void reloadIfUpgraded(target);
  });
}

async function reloadIfUpgraded(target: () => string | undefined): Promise<void> {
  const own = document.querySelector('script[type="module"]')?.getAttribute('src');
  const page = await fetchPage();
  if (!own || page === undefined || page.includes(own)) return;
  const address = target();
  if (address === undefined) window.location.reload();
  else window.location.assign(address);
}
