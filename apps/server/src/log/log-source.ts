import type { LogSource } from '@mqdeck/observe'
import type { Logging } from './create-logging.ts'
import { rankOf } from './handler.ts'
import { toPlainFields } from './plain-value.ts'

/** Log entries for consumers other than the configured handlers. Payloads are removed. */
export const createLogSource =
  (logging: Pick<Logging, 'attach'>): LogSource =>
  (level, write) =>
    logging.attach({
      rank: rankOf(level),
      write({ time, level: own, event, fields: { payload: _, ...fields } }) {
        write({ time, level: own, event, fields: Object.fromEntries(toPlainFields(fields)) })
      },
    })
