import type { useTranslations } from 'use-intl/react';

/** Says a message of any noun in the reader's language; what `useTranslations()` without a noun answers. */
export type Say = ReturnType<typeof useTranslations<never>>;
