import { readFileSync } from 'node:fs';

/** See conformance/results/README.md. */
const FILE = new URL('../../../../conformance/results/vectors.json', import.meta.url);

export interface VectorCase<Input = unknown, Full = unknown> {
  readonly id: string;
  readonly kind: string;
  readonly method: string;
  readonly input: Input;
  readonly published?: Full | undefined;
  readonly full?: Full | undefined;
  readonly tol_published: number | null;
}

export interface DistributionRow {
  readonly fn: string;
  readonly args: readonly number[];
  readonly value: string;
}

interface VectorFile {
  readonly kinds: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
  readonly cases: readonly VectorCase[];
  readonly distribution_reference: { readonly rows: readonly DistributionRow[] };
}

export const VECTORS: VectorFile = JSON.parse(readFileSync(FILE, 'utf8'));

/** The cases of one kind. The caller knows the shape of that kind. */
export function casesOf<Input, Full>(kind: string): VectorCase<Input, Full>[] {
  const cases = VECTORS.cases.filter((one) => one.kind === kind);
  if (cases.length === 0) throw new Error(`There is no vector of the kind ${kind}.`);
  return cases as VectorCase<Input, Full>[];
}

/** The tolerance of a kind: relative, but absolute below 1e-13. */
export function toleranceOf(kind: string, name = 'tolerance'): number {
  const tolerance = VECTORS.kinds[kind]?.[name];
  if (typeof tolerance !== 'number') throw new Error(`${kind} has no ${name}.`);
  return tolerance;
}
