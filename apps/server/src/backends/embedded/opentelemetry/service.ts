import { ExporterTlsError, type OpenTelemetry } from '@mqdeck/observe'
import type { Connection } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { invalid } from '../root-checks.ts'
import type { StartFailures } from '../start-failures.ts'

export const openTelemetryRoot = (
  openTelemetry: OpenTelemetry,
  folder: string,
  failures: StartFailures,
): Connection<'opentelemetry'> => ({
  apply: (next) =>
    openTelemetry
      .update(withFolder(next, folder))
      .then(() => failures.resolve((part) => part === 'opentelemetry'), refuse),
})

function refuse(error: unknown): never {
  if (error instanceof ExporterTlsError)
    throw invalid(`opentelemetry.exporter.ssl_options.${error.field}`, error.message, undefined)
  throw error
}
