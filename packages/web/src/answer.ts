export type JsonValue =
  | string
  | number
  | boolean
  | null
  | { readonly [name: string]: JsonValue }
  | readonly JsonValue[];

/** The user of the page: `targetingKey` is the uid, and every other member the property with that key. */
export interface Context {
  readonly targetingKey?: string | undefined;
  readonly [property: string]: unknown;
}

/** One toggle of the service's response. A toggle that could not be decided has an error code and no value. */
export interface Flag {
  readonly key: string;
  readonly value?: JsonValue | undefined;
  readonly variant?: string | undefined;
  readonly reason?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly errorDetails?: string | undefined;
  /** Set for a measured split: these ids are sent with the exposure when the value is shown. */
  readonly metadata?:
    | {
        readonly ruleId?: string;
        readonly phaseId?: string;
        /** Key of the property whose value is sent in place of the uid. */
        readonly by?: string;
      }
    | undefined;
}

/** The result of `bulkFor` of `@comporta/sdk`, on the server that renders the page. */
export interface Bootstrap {
  readonly context: Context;
  readonly flags: readonly Flag[];
  /** Revision of the rules that decided the values. */
  readonly metadata: { readonly revision?: number | undefined };
  readonly entityTag: string;
}

/** The values for one user. */
export interface Answer extends Bootstrap {
  /** Address of the stream of changes; undefined until a response contained it. */
  readonly streamUri?: string | undefined;
  /** Whether responses can be read while they arrive: React Native reads them as a whole. */
  readonly canStream?: boolean;
}

/** Something with flags that was read, from a response or from storage. Only the flags are checked. */
interface WithFlags {
  readonly flags: readonly Flag[];
  readonly metadata?: Answer['metadata'];
  readonly eventStreams?: readonly { readonly endpoint?: { readonly requestUri?: string } }[];
  readonly user?: unknown;
  readonly entityTag?: string;
  readonly streamUri?: string | undefined;
}

export function hasFlags(read: unknown): read is WithFlags {
  const { flags } = Object(read);
  return Array.isArray(flags) && flags.every((flag) => Object(flag).key);
}

/** Whether the option is a result of `bulkFor`: the service may have been away, and callers may be untyped. */
export function isBootstrap(option: unknown): option is Bootstrap {
  const { context, metadata, entityTag } = Object(option);
  return hasFlags(option) && Boolean(context && metadata && entityTag);
}

/** Names of the toggles that were added, removed or changed. */
export function changedFlags(before: readonly Flag[], after: readonly Flag[]): string[] {
  const old = textsOf(before);
  const now = textsOf(after);
  const keys = new Set([...now.keys(), ...old.keys()]);
  return [...keys].filter((key) => old.get(key) !== now.get(key));
}

function textsOf(flags: readonly Flag[]): Map<string, string> {
  return new Map(flags.map((flag) => [flag.key, JSON.stringify(flag)]));
}

/** Whether both contexts are the same user with the same properties. */
export function isSameContext(a: Context, b: Context): boolean {
  return canonical(a) === canonical(b);
}

/** The same text for the same properties, in any order. */
export function canonical(context: Context): string {
  return JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1)));
}
