import type { Messages } from './catalogue.ts';

/** What the screens of results say: no other screen waits for it. Source: RES-78. */
export function ofResults({ analysis, events, planner, results }: Messages) {
  return { analysis, events, planner, results };
}

/** All else, and what lists say of results. */
export function everywhereOf(messages: Messages) {
  const { analysis: _, events: __, planner: ___, results, ...others } = messages;
  const { badge, verdictShort } = results;
  return { ...others, results: { badge, verdictShort } };
}
