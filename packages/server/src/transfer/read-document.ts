import { applicationDocumentSchema } from '@comporta/contract/transfer/application-document';
import { readBody } from '../platform/http/read-body.ts';

readBody(applicationDocumentSchema);
