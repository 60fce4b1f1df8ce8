import { type S3Connection, s3Type } from '@mqdeck/drivers'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { IntegrationRuntime } from '../port.ts'
import { createAggregatedUpload } from './aggregated-upload.ts'
import { createDirectUpload } from './direct-upload.ts'
import type { s3 } from './manifest.ts'

export type Connector = ConnectorPlain<typeof s3>
type Parameters = ActionPlain<typeof s3>
export type DirectParameters = Extract<Parameters, { readonly mode: 'direct' }>
export type AggregatedParameters = Extract<Parameters, { readonly mode: 'aggregated' }>

export const runtime: IntegrationRuntime<Connector, S3Connection, Parameters> = {
  connect: ({ transport_options: transport, ...settings }, { folder }) =>
    s3Type({
      ...settings,
      pool_size: transport.pool_size,
      connect_timeout: transport.connect_timeout,
      request_timeout: transport.request_timeout ?? 30_000,
      max_retries: transport.max_retries ?? 2,
      headers: transport.headers ?? {},
      ssl: transport.ssl,
      folder,
    }),
  action: (parameters, _, context) =>
    parameters.mode === 'direct' ? createDirectUpload(parameters) : createAggregatedUpload(parameters, context),
}
