import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last render, for what is called later: a listener, or a handler made once. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
