import { Counter, Gauge, type Registry } from 'prom-client';
import type { Tally } from '../platform/base/tally.ts';

export interface Reading {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric whose values are read at each scrape. */
export interface Measure {
  readonly type: 'gauge' | 'counter';
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly read: () => readonly Reading[] | Promise<readonly Reading[]>;
}

export function register(measure: Measure, registry: Registry): void {
  const { type, name, help, labels: labelNames = [], read } = measure;
  const options = { name, help, labelNames, registers: [registry] };
  if (type === 'gauge') {
    new Gauge({
      ...options,
      async collect() {
        this.reset();
        for (const { labels = {}, value } of await read()) this.set({ ...labels }, value);
      },
    });
  } else {
    new Counter({
      ...options,
      async collect() {
        this.reset();
        for (const { labels = {}, value } of await read()) this.inc({ ...labels }, value);
      },
    });
  }
}

/** A counter metric that reads a tally. */
export function countOf<Label extends string>(
  tally: Tally<Label>,
  about: Pick<Measure, 'name' | 'help'> & { readonly labels: readonly Label[] },
): Measure {
  const read = () => tally.read().map(({ labels, count }) => ({ labels, value: count }));
  return { type: 'counter', ...about, read };
}
