import type { Proof } from './proven-statements.ts';
import { OUTCOMES, type Outcome, type TestOutcome } from './test-report.ts';

/** The result of one command of `npm test`. */
export interface LayerResult {
  readonly name: string;
  readonly seconds: number;
  /** What the layer is meant to take on a quiet machine. It is printed, and judged by nobody but the reader. */
  readonly budgetSeconds?: number | undefined;
  /** User and system time of all its processes; undefined where it cannot be measured. */
  readonly processorSeconds?: number | undefined;
  /** Whether the command succeeded; a layer can also fail outside its tests. */
  readonly isGood: boolean;
  /** Undefined for a command that runs no tests. */
  readonly outcomes: readonly TestOutcome[] | undefined;
}

export interface Summary {
  /** The lines that are printed before the last one. */
  readonly lines: readonly string[];
  readonly passed: number;
  /** Failed tests, plus layers that failed without one, plus one when a statement of level must is unproven. */
  readonly failed: number;
}

const SLOWEST = 10;

/** Summarises a run. Leave `proof` out when not all layers ran, because another layer may prove the rest. */
export function summaryOf(layers: readonly LayerResult[], proof?: Proof): Summary {
  const outcomes = layers.flatMap((layer) => layer.outcomes ?? []);
  const isUnproven = proof?.unproven.some(({ level }) => level === 'must') === true;
  return {
    lines: [
      ...layers.map(lineOf),
      ...section('Slowest files', slowestFiles(outcomes)),
      ...section('Failed', [
        ...listed(outcomes, 'failed'),
        ...layers.filter(failsWithoutTest).map(({ name }) => `${name}, outside of its tests`),
      ]),
      ...section('Passed only when tried again: a defect each', listed(outcomes, 'retried')),
      ...(proof === undefined ? [] : proofLines(proof)),
    ],
    passed: count(outcomes, 'passed') + count(outcomes, 'retried'),
    failed:
      count(outcomes, 'failed') + layers.filter(failsWithoutTest).length + (isUnproven ? 1 : 0),
  };
}

/** A layer whose tests wrote no report counts as failed, because the tests did not run. */
function failsWithoutTest({ isGood, outcomes }: LayerResult): boolean {
  if (outcomes?.length === 0) return true;
  return !isGood && count(outcomes ?? [], 'failed') === 0;
}

function lineOf(layer: LayerResult): string {
  const { name, seconds, budgetSeconds, processorSeconds, outcomes } = layer;
  const counts = OUTCOMES.map((outcome) => ({ outcome, number: count(outcomes ?? [], outcome) }))
    .filter(({ number }) => number > 0)
    .map(({ outcome, number }) => `${number} ${outcome}`);
  if (failsWithoutTest(layer)) counts.push('FAILED');
  const times = [inSeconds(seconds)];
  if (budgetSeconds !== undefined) times.push(` of${inSeconds(budgetSeconds)}`);
  if (processorSeconds !== undefined) times.push(`${inSeconds(processorSeconds)} of a processor`);
  return `${name.padEnd(12)}${times.join('')}  ${counts.join(', ') || 'good'}`;
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(0).padStart(5)} s`;
}

function slowestFiles(outcomes: readonly TestOutcome[]): string[] {
  const files = new Map<string, number>();
  for (const { file, ms } of outcomes) files.set(file, (files.get(file) ?? 0) + ms);
  return [...files]
    .sort(([, one], [, other]) => other - one)
    .slice(0, SLOWEST)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
}

function proofLines({ proven, unproven, early }: Proof): string[] {
  return (['must', 'expected'] as const)
    .flatMap((level) => {
      const ofLevel = unproven.filter((statement) => statement.level === level);
      const done = proven.filter((statement) => statement.level === level).length;
      return section(
        `Statements, ${level}: ${done} of ${done + ofLevel.length} proven`,
        ofLevel.map(({ id, text }) => `${level === 'must' ? 'UNPROVEN ' : ''}${id} ${text}`),
        true,
      );
    })
    .concat(
      section(
        'Marked as later, but proven',
        early.map(({ id }) => id),
      ),
    );
}

function section(title: string, entries: readonly string[], evenEmpty = false): string[] {
  if (entries.length === 0 && !evenEmpty) return [];
  return ['', title, ...entries.map((entry) => `  ${entry}`)];
}

function listed(outcomes: readonly TestOutcome[], wanted: Outcome): string[] {
  return outcomes
    .filter(({ outcome }) => outcome === wanted)
    .map(
      ({ file, title, error }) => `${file} > ${title}${error === undefined ? '' : `: ${error}`}`,
    );
}

function count(outcomes: readonly TestOutcome[], wanted: Outcome): number {
  return outcomes.filter(({ outcome }) => outcome === wanted).length;
}
