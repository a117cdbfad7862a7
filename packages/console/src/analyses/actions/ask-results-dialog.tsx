import { lazy, Suspense } from 'react';

const ResultsDialog = lazy(async () => ({
  default: (await import('./results-dialogs.tsx')).ResultsDialog,
}));

/** The dialog of an action on an analysis; its code is loaded with the first question. */
export function AskResultsDialog(props: Parameters<typeof ResultsDialog>[0]) {
  return (
    <Suspense>
      <ResultsDialog {...props} />
    </Suspense>
  );
}
