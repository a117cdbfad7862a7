import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../base/log.ts';
import { doPeriodically } from './periodic-work.ts';

const log = createLog('silent');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('periodic work', () => {
  it('runs one interval after the previous run has ended, even when that failed', async () => {
    let times = 0;
    const work = doPeriodically(
      1_000,
      async () => {
        times += 1;
        throw new Error('failed');
      },
      log,
    );
    await vi.advanceTimersByTimeAsync(999);
    expect(times).toBe(0);
    await vi.advanceTimersByTimeAsync(2_001);
    expect(times).toBe(3);
    await work.close();
  });

  it('logs a statement that took too long, and nothing while the database is unavailable', async () => {
    const lines: string[] = [];
    const telling = createLog('info', { write: (line) => lines.push(line) });
    const codes = ['57014', '57P01'];
    const work = doPeriodically(
      1_000,
      async () => {
        const reason = new pg.DatabaseError('ended', 5, 'error');
        reason.code = codes.shift();
        throw new Error('Failed query', { cause: reason });
      },
      telling,
    );
    await vi.advanceTimersByTimeAsync(2_001);
    await work.close();
    expect(codes).toEqual([]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'warn',
        msg: 'a background task took too long',
        err: { cause: { code: '57014' } },
      },
    ]);
  });

  it('logs a full disk, a lock timeout and a violated constraint once each, and again after a success', async () => {
    const lines: string[] = [];
    const telling = createLog('info', { write: (line) => lines.push(line) });
    const codes = [
      '53100',
      '53100',
      '57P01',
      '53100',
      undefined,
      '53100',
      '55P03',
      '55P03',
      '23505',
    ];
    const work = doPeriodically(
      1_000,
      async () => {
        const code = codes.shift();
        if (code === undefined) return;
        const reason = new pg.DatabaseError('refused', 7, 'error');
        const constraint = code === '23505' ? 'views_name_unique' : undefined;
        Object.assign(reason, { code, constraint });
        throw new Error('Failed query', { cause: reason });
      },
      telling,
    );
    await vi.advanceTimersByTimeAsync(9_001);
    await work.close();
    expect(codes).toEqual([]);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ level, err }) => `${level} ${err.cause.code}`)).toEqual([
      'error 53100',
      'error 53100',
      'warn 55P03',
      'error 23505',
    ]);
  });

  it('runs at once on runNow, and once more when runNow is called during a run', async () => {
    const ends: (() => void)[] = [];
    const work = doPeriodically(
      1_000,
      () => new Promise<void>((resolve) => ends.push(resolve)),
      log,
    );
    work.runNow();
    expect(ends).toHaveLength(1);
    work.runNow();
    work.runNow();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(999);
    expect(ends).toHaveLength(2);
    await work.close();
  });

  it('close waits for a run in progress, and no run begins after it', async () => {
    let end = () => {};
    let times = 0;
    const work = doPeriodically(
      1_000,
      () => {
        times += 1;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
      log,
    );
    work.runNow();
    let closed = false;
    const closing = work.close().then(() => {
      closed = true;
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(closed).toBe(false);
    end();
    await closing;
    work.runNow();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(times).toBe(1);
  });
});
