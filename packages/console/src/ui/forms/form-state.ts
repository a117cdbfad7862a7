import type { Problem } from '@comporta/contract/problem';

/** A form: what was loaded, what it says now, and what is wrong with it. */
export interface FormState<Draft extends object, Code extends string> {
  readonly saved: Draft;
  readonly draft: Draft;
  readonly problems: readonly Problem<Code>[];
  /** What went wrong and has no code of this form: shown in general words. */
  readonly failure?: unknown;
}

export function startForm<Draft extends object, Code extends string>(
  saved: Draft,
): FormState<Draft, Code> {
  return { saved, draft: saved, problems: [] };
}

/** Takes what was typed; problems of the fields touched disappear, and those of the form as a whole. */
export function edit<Draft extends object, Code extends string>(
  { saved, draft, problems }: FormState<Draft, Code>,
  change: Partial<Draft>,
): FormState<Draft, Code> {
  const touched = new Set<string | number | undefined>(Object.keys(change)).add(undefined);
  return {
    saved,
    draft: { ...draft, ...change },
    problems: problems.filter((problem) => !touched.has(problem.at[0])),
  };
}

export function problemAt<Draft extends object, Code extends string>(
  { problems }: FormState<Draft, Code>,
  field: string | undefined,
): Problem<Code> | undefined {
  return problems.find((problem) => problem.at[0] === field);
}

export function isChanged({ saved, draft }: FormState<object, string>): boolean {
  return JSON.stringify(saved) !== JSON.stringify(draft);
}
