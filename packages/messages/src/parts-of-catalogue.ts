import type { Messages } from './catalogue.ts';

/** What only the screens of results say: no other screen waits for it. Source: RES-78. */
type OfResults = 'analysis' | 'events' | 'planner' | 'results';

export function ofResults({ analysis, events, planner, results }: Messages) {
  return { analysis, events, planner, results };
}

export function everywhereOf(messages: Messages): Omit<Messages, OfResults> {
  const { analysis: _, events: __, planner: ___, results: ____, ...others } = messages;
  return others;
}
