export type JsonValue =
  | string
  | number
  | boolean
  | null
  | { readonly [name: string]: JsonValue }
  | readonly JsonValue[];

/** Who looks at the page: `targetingKey` is the uid, everything else a property by its key. */
export interface Context {
  readonly targetingKey?: string | undefined;
  readonly [property: string]: unknown;
}

/** One toggle as the service answered it. One that could not be decided has an error code and no value. */
export interface Flag {
  readonly key: string;
  readonly value?: JsonValue | undefined;
  readonly variant?: string | undefined;
  readonly reason?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly errorDetails?: string | undefined;
  /** Of a measured split: whoever shows its value reports that with these. */
  readonly metadata?: { readonly ruleId?: string; readonly phaseId?: string } | undefined;
}

/** What `bulkFor` of `@comporta/sdk` answers on a server that draws the page. */
export interface Bootstrap {
  readonly context: Context;
  readonly flags: readonly Flag[];
  /** Of the rules that decided. */
  readonly metadata: { readonly revision?: number | undefined };
  readonly entityTag: string;
}

/** The values of one user. */
export interface Answer extends Bootstrap {
  /** Where changes are told; undefined until the service said so. */
  readonly streamUri: string | undefined;
}

/** Names of the toggles that are not answered as before. */
export function changedFlags(before: readonly Flag[], after: readonly Flag[]): string[] {
  const old = textsOf(before);
  const now = textsOf(after);
  const keys = new Set([...now.keys(), ...old.keys()]);
  return [...keys].filter((key) => old.get(key) !== now.get(key));
}

function textsOf(flags: readonly Flag[]): Map<string, string> {
  return new Map(flags.map((flag) => [flag.key, JSON.stringify(flag)]));
}

/** Whether both ask for the same user. */
export function isSameContext(a: Context, b: Context): boolean {
  return canonical(a) === canonical(b);
}

/** The same text for the same properties in any order. */
export function canonical(context: Context): string {
  return JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1)));
}
