import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useLatest } from '../use-latest.ts';

/**
 * Returns the function that tells, after a wait, whether the user has left the screen of the component: it has been
 * removed, or the screen that the user chose is still being loaded or drawn.
 */
export function useHasLeft(): () => boolean {
  const { pathname } = useLocation();
  const target = useNavigation().location?.pathname ?? pathname;
  const latest = useLatest({ pathname, target });
  const isRemoved = useRef(false);
  useEffect(() => {
    isRemoved.current = false;
    return () => {
      isRemoved.current = true;
    };
  }, []);
  return () => {
    const { current } = latest;
    // The address is that of the next screen before it is drawn.
    const next = [current.target, window.location.pathname];
    return isRemoved.current || next.some((path) => path !== current.pathname);
  };
}
