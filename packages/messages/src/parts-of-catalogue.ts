import type { Messages } from './catalogue.ts';

/** The texts of the results screens. They are loaded separately, so that no other screen waits for them. Source: RES-78. */
export function ofResults({ analysis, events, planner, results }: Messages) {
  return { analysis, events, planner, results };
}

/** All other texts, and those that lists show about results. */
export function everywhereOf(messages: Messages) {
  const { analysis: _, events: __, planner: ___, results, ...others } = messages;
  const { badge, verdictShort } = results;
  return { ...others, results: { badge, verdictShort } };
}
