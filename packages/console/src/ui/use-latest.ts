import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last render, for functions that are called later, such as listeners. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
