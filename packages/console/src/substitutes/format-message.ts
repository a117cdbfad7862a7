import { withIsolatedTexts } from '@comporta/messages/isolated';
import formatOnly from 'use-intl/format-message/format-only';

/**
 * The build compiles the messages, so the console needs only the formatting half of the library. What users wrote is
 * isolated in a message, so that a name in Hebrew does not reorder the sentence around it.
 */
// biome-ignore lint/style/noDefaultExport: the library imports the default export.
export default function formatMessage(
  ...[key, message, values, options]: Parameters<typeof formatOnly>
): ReturnType<typeof formatOnly> {
  return formatOnly(key, message, values && withIsolatedTexts(values), options);
}

formatMessage.raw = formatOnly.raw;
