import { type ComponentType, useEffect, useState } from 'react';

/** By then the first screen has loaded what it needs itself. */
const AHEAD_MS = 1_000;

/**
 * A component whose code comes a moment after the first screen, or when it is wanted if that is sooner.
 * Whoever opens it with a key goes on typing at once, and Suspense would hold it back for 300 ms.
 */
export function useLoadedAhead<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (loaded !== undefined) return;
    const ahead = setTimeout(
      async () => {
        const component = await load();
        setLoaded(() => component);
      },
      isWanted ? 0 : AHEAD_MS,
    );
    return () => clearTimeout(ahead);
  }, [load, loaded, isWanted]);
  return loaded;
}
