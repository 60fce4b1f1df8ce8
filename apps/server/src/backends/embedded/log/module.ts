import { AppError, ok } from '@mqdeck/contract'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, toRfc3339 } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { logRoot } from './service.ts'

function logFileHandlers({ logging }: BrokerContext): HandlersOf<'logFiles'> {
  return {
    listLogFiles: () =>
      ok(
        logging.files().map(({ name, path, size, settings, parts }) => ({
          name,
          path,
          level: settings.level,
          formatter: settings.formatter,
          size,
          parts: parts.map((part) => ({
            path: part.path,
            size: part.size,
            modified_at: toRfc3339(part.modifiedAt),
          })),
        })),
      ),
    readLogFile: async ({ params, query }) => {
      const slice = await logging.read(params.name, query)
      if (!slice) throw new AppError('NOT_FOUND', `Log file ${params.name} does not exist`)
      const { file, bytes, start, position, first, end, skipped, end_of_file } = slice
      return ok({
        items: bytes.toString('utf8'),
        meta: { path: file, start, position, first, end, skipped, end_of_file },
      })
    },
  }
}

export const logModule = defineModule({
  name: 'log',
  create: (context) => ({
    handlers: logFileHandlers(context),
    roots: { log: logRoot(context.logging, context.failures) },
  }),
})
