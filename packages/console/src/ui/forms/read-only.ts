import { createContext, useContext } from 'react';

/** Whether the user may only read what the screen shows: nothing that changes it is shown. */
export const ReadOnlyContext = createContext(false);

export function useIsReadOnly(): boolean {
  return useContext(ReadOnlyContext);
}
