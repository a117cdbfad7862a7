import type { useTranslations } from 'use-intl/react';

/**
 * Formats a message of any namespace in the reader's language; the type of `useTranslations()` without a
 * namespace.
 */
export type Say = ReturnType<typeof useTranslations<never>>;
