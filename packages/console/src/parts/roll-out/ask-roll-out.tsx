import { lazy, Suspense } from 'react';

const RollOutDialog = lazy(async () => ({
  default: (await import('./roll-out-dialog.tsx')).RollOutDialog,
}));

/** The dialog of a roll-out; its code is loaded with the first question. */
export function AskRollOut(props: Parameters<typeof RollOutDialog>[0]) {
  return (
    <Suspense>
      <RollOutDialog {...props} />
    </Suspense>
  );
}
