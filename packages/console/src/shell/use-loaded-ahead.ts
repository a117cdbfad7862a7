import { type ComponentType, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toast } from '../ui/toast-store.ts';
import { useLatest } from '../ui/use-latest.ts';

/** After this time, the first screen has loaded what it needs itself. */
const AHEAD_MS = 1_000;

/**
 * Loads the code of a component shortly after the first screen, or on demand if that is sooner. A user who
 * opens it with a key goes on typing at once, and Suspense would delay it by 300 ms. When code that is wanted cannot be
 * loaded, a toast says so, and `onMissing` is called. It must reset `isWanted`, so that the next press tries again.
 */
export function useLoadedAhead<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
  onMissing: () => void,
): ComponentType<Props> | undefined {
  const t = useTranslations('error');
  const [loaded, setLoaded] = useState<ComponentType<Props>>();
  const giveUp = useLatest(() => {
    toast({ text: t('general') });
    onMissing();
  });
  useEffect(() => {
    if (loaded !== undefined) return;
    const ahead = setTimeout(
      async () => {
        try {
          const component = await load();
          setLoaded(() => component);
        } catch {
          if (isWanted) giveUp.current();
        }
      },
      isWanted ? 0 : AHEAD_MS,
    );
    return () => clearTimeout(ahead);
  }, [load, loaded, isWanted, giveUp]);
  return loaded;
}
