export { TextInput } from '@mantine/core';

/** The order of the parts of a field beside others: with its hint above, its box would stand lower than theirs. */
export const HINT_BELOW = ['label', 'input', 'description', 'error'] as const;
