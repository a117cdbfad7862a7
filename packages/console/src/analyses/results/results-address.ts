import type { Results } from '@comporta/contract/analyses/results';

/** The parts of the address that say what of a phase is shown. */
const SHOWN = ['metric', 'segment'] as const;

/** The parameters that show exactly this view again: without a phase, the newest one would be shown. */
export function viewOf({ phaseId }: Pick<Results, 'phaseId'>, shown: URLSearchParams) {
  const view = new URLSearchParams({ phase: phaseId });
  for (const name of SHOWN) {
    const value = shown.get(name);
    if (value !== null) view.set(name, value);
  }
  return view;
}
