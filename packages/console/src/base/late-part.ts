import { type ComponentType, lazy } from 'react';

/**
 * A part of a screen whose code is loaded after it. It shows nothing where the code cannot be loaded, such as on a line that
 * breaks: the screen stays.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}

function Nothing() {
  return null;
}
