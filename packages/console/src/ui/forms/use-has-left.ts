import { useEffect, useRef } from 'react';

/** Returns the function that tells, after a wait, whether the component has been removed: the user has left it. */
export function useHasLeft(): () => boolean {
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  return () => hasLeft.current;
}
