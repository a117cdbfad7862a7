import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { Command } from './command.ts';
import { findApplicationId, SERVICE_OPTIONS, SERVICE_USAGE, serviceOf } from './service.ts';

export const EXPORT: Command = {
  summary: 'Write an application as one JSON document, which refers to things by name',
  usage: `export [--application NAME] [--output FILE]
  --application NAME  needed if there are several applications
  --output FILE       standard output by default
${SERVICE_USAGE}
                      an account key

Equal applications give equal text, so the documents can be compared and kept under version control.`,
  async run(args, readSettings) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...SERVICE_OPTIONS,
        application: { type: 'string' },
        output: { type: 'string' },
      },
    });
    const service = serviceOf(values, readSettings());
    const id = await findApplicationId(service, values.application);
    const document = await service.get<ApplicationDocument>(`/api/apps/${id}/export`);
    const text = `${JSON.stringify(document, undefined, 2)}\n`;
    if (values.output === undefined) process.stdout.write(text);
    else await writeFile(values.output, text);
  },
};
