import { useEffect, useState } from 'react';

const PATIENCE_MS = 150;

/** Whether the component waits for longer than people take for an instant: what comes sooner needs no placeholder. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
