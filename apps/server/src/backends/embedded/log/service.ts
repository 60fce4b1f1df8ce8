import type { Connection } from '../../../broker-config/configuration.ts'
import type { Logging } from '../../../log/create-logging.ts'
import { LogSettingsError } from '../../../log/log-settings.ts'
import { invalid, requireFewer } from '../root-checks.ts'
import type { StartFailures } from '../start-failures.ts'

const maxLogFiles = 32

export const logRoot = (logging: Logging, failures: StartFailures): Connection<'log'> => ({
  check: ({ file }) => requireFewer('log.file', file, maxLogFiles),
  apply: (next) => logging.update(next).then(() => failures.resolve((part) => part.startsWith('log.')), refuse),
})

function refuse(error: unknown): never {
  if (error instanceof LogSettingsError) throw invalid(error.path, error.reason, error.value)
  throw error
}
