import { useSearchParams } from 'react-router';

/** A filter that the address holds, so that a filtered list can be shared. */
export function useAddressFilter<Name extends string>() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    /** Sets a part of the filter; an empty text removes it. */
    change(name: Name, value: string) {
      // Starts from the current address, because the last render may lack another change.
      const next = new URLSearchParams(window.location.search);
      if (value === '') next.delete(name);
      else next.set(name, value);
      setParams(next, { replace: true, preventScrollReset: true });
    },
    clear: () => setParams({}, { replace: true }),
  };
}
