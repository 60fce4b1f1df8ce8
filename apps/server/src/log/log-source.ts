import type { LogSource } from '@mqdeck/observe'
import type { Logging } from './create-logging.ts'
import { rankOf } from './handler.ts'
import { toPlainFields } from './plain-value.ts'

/** The server's log for others than its own handlers; payloads stay out of it. */
export const createLogSource =
  (logging: Pick<Logging, 'attach'>): LogSource =>
  (level, write) =>
    logging.attach({
      rank: rankOf(level),
      write({ time, level: own, event, fields: { payload: _, ...fields } }) {
        write({ time, level: own, event, fields: Object.fromEntries(toPlainFields(fields)) })
      },
    })
