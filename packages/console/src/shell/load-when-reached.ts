import { isOnline, tryNow, watchConnection } from '../api/connection.ts';

/**
 * Loads the code of a screen. While the service cannot be reached it waits, so that the screen before stays, and the
 * new one opens by itself when the line is back; rejects when the service answers. Source: CDW-79.
 * @param target the address that the user is going to; undefined when this page itself is being opened
 */
export async function loadWhenReached<Code>(
  load: () => Promise<Code>,
  target: () => string | undefined,
): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    await tryNow();
    // The service answers, so it is not the line; after an update, the page is loaded anew (reload-after-upgrade.ts).
    if (isOnline()) throw error;
    await reached();
  }
  try {
    return await load();
  } catch (error) {
    const address = target();
    if (address === undefined) throw error;
    // Chromium remembers that a module failed, until the page is loaded anew.
    window.location.assign(address);
    return new Promise(() => {});
  }
}

function reached(): Promise<void> {
  return new Promise((resolve) => {
    const leave = watchConnection(() => {
      if (!isOnline()) return;
      leave();
      resolve();
    });
  });
}
