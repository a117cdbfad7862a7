import { lazy, Suspense } from 'react';
import type { OlderReadersProps } from './older-readers.tsx';

/** Few drafts need it, so it is loaded late. What was typed must not be lost because a warning cannot be loaded. */
const OlderReaders = lazy(() =>
  import('./older-readers.tsx').then(
    (module) => ({ default: module.OlderReaders }),
    () => ({ default: () => null }),
  ),
);

/** `OlderReaders` for a draft that brings a word of this release. */
export function LateOlderReaders(props: OlderReadersProps) {
  if (props.uses.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <OlderReaders {...props} />
    </Suspense>
  );
}
