import { type ComponentType, useEffect, useState } from 'react';

/** After this time, the first screen has loaded what it needs itself. */
const AHEAD_MS = 1_000;

/**
 * Loads the code of a component shortly after the first screen, or on demand if that is sooner. A user who
 * opens it with a key goes on typing at once, and Suspense would delay it by 300 ms.
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
