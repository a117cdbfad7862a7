import {
  type ApplicationDocument,
  DOCUMENT_FORMAT,
  DOCUMENT_MAX_BYTES,
} from '@comporta/contract/transfer/application-document';

export type ReadDocument =
  | { readonly document: ApplicationDocument }
  | { readonly bad: 'NOT_JSON' | 'NO_DOCUMENT' | 'TOO_LARGE' };

/** Reads a file that may be anything. Whether all of it is as it must be, only the service knows. */
export async function readDocument(file: Pick<File, 'size' | 'text'>): Promise<ReadDocument> {
  if (file.size > DOCUMENT_MAX_BYTES) return { bad: 'TOO_LARGE' };
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return { bad: 'NOT_JSON' };
  }
  return isDocument(content) ? { document: content } : { bad: 'NO_DOCUMENT' };
}

function isDocument(content: unknown): content is ApplicationDocument {
  const { format, application } = Object(content);
  return format === DOCUMENT_FORMAT && typeof application === 'string';
}
