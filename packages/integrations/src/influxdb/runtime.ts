import type { HttpConnection } from '@mqdeck/drivers'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { IntegrationRuntime } from '../port.ts'
import { createLineAction, lineHeaders, lineServer, v1Target, type WriteTarget } from './line-writer.ts'
import type { influxdb } from './manifest.ts'
import type { Precision } from './render-points.ts'

type Connector = ConnectorPlain<typeof influxdb>

export const runtime: IntegrationRuntime<Connector, HttpConnection, ActionPlain<typeof influxdb>> = {
  connect: (settings, { folder }) => lineServer(settings, targetOf(settings, 'ms'), folder),
  action: (parameters, settings) => createLineAction(parameters, targetOf(settings, parameters.precision)),
}

function targetOf({ parameters }: Connector, precision: Precision): WriteTarget {
  if (parameters.influxdb_type === 'influxdb_api_v1') return v1Target(parameters, precision)
  const { org, bucket, token } = parameters
  return {
    path: `/api/v2/write?${new URLSearchParams({ org, bucket, precision })}`,
    headers: { ...lineHeaders, authorization: `Token ${token}` },
  }
}
