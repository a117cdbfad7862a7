import { lazy, Suspense } from 'react';

const SaveDialog = lazy(async () => ({
  default: (await import('./save-dialog.tsx')).SaveDialog,
}));

/** The dialog that asks when and how edits are applied; its code is loaded with the first question. */
export function AskSaveDialog(props: Parameters<typeof SaveDialog>[0]) {
  return (
    <Suspense>
      <SaveDialog {...props} />
    </Suspense>
  );
}
