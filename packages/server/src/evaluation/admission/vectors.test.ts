import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openBuckets } from '../../platform/base/rate-limit.ts';
import { pointsOf, type Work } from './points.ts';
import { nextLevel } from './shares.ts';

const FOLDER = new URL('../../../../../conformance/fair-shares/', import.meta.url);

function casesOf<Case>(group: string): Case[] {
  return JSON.parse(readFileSync(new URL(`${group}.json`, FOLDER), 'utf8'));
}

it('FAIR-02: a call costs what the vectors say', () => {
  for (const { of, points } of casesOf<{ of: Work; points: number }>('cost')) {
    expect(pointsOf(of), JSON.stringify(of)).toBe(points);
  }
});

interface BucketCase {
  readonly of: { readonly rate: number; readonly burst: number };
  readonly calls: readonly { now: number; cost: number; ok: boolean; retryAfter?: number }[];
}

it('FAIR-03: a bucket gives and refuses what the vectors say, with the seconds until it has room', () => {
  for (const { of, calls } of casesOf<BucketCase>('bucket')) {
    let now = 0;
    const buckets = openBuckets(of.rate, of.burst, () => now);
    const answers = calls.map((call) => {
      now = call.now;
      const missingMs = buckets.missingMs('network', call.cost);
      if (missingMs === 0) buckets.take('network', call.cost);
      const { now: at, cost } = call;
      if (missingMs === 0) return { now: at, cost, ok: true };
      return { now: at, cost, ok: false, retryAfter: Math.max(1, Math.ceil(missingMs / 1000)) };
    });
    expect(answers).toEqual(calls);
  }
});

interface LevelCase {
  readonly steps: readonly {
    utilisation: number;
    rates: readonly number[];
    level: number | null;
  }[];
}

it('FAIR-08: the level follows load and rates as the vectors say', () => {
  for (const { steps } of casesOf<LevelCase>('level')) {
    let level: number | undefined;
    for (const [place, { level: expected, ...load }] of steps.entries()) {
      level = nextLevel(level, load);
      if (expected === null) expect(level, `step ${place}`).toBeUndefined();
      else expect(level, `step ${place}`).toBeCloseTo(expected, 6);
    }
  }
});
