import type { HttpConnection } from '@mqdeck/drivers'
import { createLineAction, lineServer, v1Target } from '../influxdb/line-writer.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { IntegrationRuntime } from '../port.ts'
import type { datalayers } from './manifest.ts'

export const runtime: IntegrationRuntime<
  ConnectorPlain<typeof datalayers>,
  HttpConnection,
  ActionPlain<typeof datalayers>
> = {
  connect: (settings, { folder }) => lineServer(settings, v1Target(settings.parameters, 'ms'), folder),
  action: (parameters, settings) => createLineAction(parameters, v1Target(settings.parameters, parameters.precision)),
}
