import { lazy, Suspense } from 'react';

const ToggleQuestion = lazy(async () => ({
  default: (await import('./toggle-question.tsx')).ToggleQuestion,
}));

/** The question before a toggle is deleted or archived; its code is loaded with the first question. */
export function AskToggleQuestion(props: Parameters<typeof ToggleQuestion>[0]) {
  return (
    <Suspense>
      <ToggleQuestion {...props} />
    </Suspense>
  );
}
