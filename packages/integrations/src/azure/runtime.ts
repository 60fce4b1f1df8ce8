import { toError } from '@mqdeck/contract'
import { type AzureBlobConnection, azureBlobType, type BlobPlace } from '@mqdeck/drivers'
import { BatchError, parseTemplate, SettingsError } from '@mqdeck/kit'
import { verifyingTls } from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationContext, IntegrationRuntime } from '../port.ts'
import { createAggregation, inParts } from '../s3/aggregated-upload.ts'
import { createContainer, type Entry } from '../s3/container.ts'
import { createObjectKey } from '../s3/object-key.ts'
import { fill, fillBytes } from '../template.ts'
import type { azureBlobStorage } from './manifest.ts'

type Connector = ConnectorPlain<typeof azureBlobStorage>
type Parameters = ActionPlain<typeof azureBlobStorage>
type Direct = Extract<Parameters, { readonly mode: 'direct' }>
type Aggregated = Extract<Parameters, { readonly mode: 'aggregated' }>

export const runtime: IntegrationRuntime<Connector, AzureBlobConnection, Parameters> = {
  connect: ({ account_name: account, account_key: key, endpoint }, { folder }) => {
    const { origin, pathname } = new URL(endpoint ?? `https://${account}.blob.core.windows.net`)
    return azureBlobType({
      origin,
      basePath: pathname.replace(/\/$/, ''),
      account,
      key,
      pool_size: 8,
      enable_pipelining: 1,
      connect_timeout: 15_000,
      ssl: verifyingTls,
      folder,
    })
  },
  action: (parameters, _, context) =>
    parameters.mode === 'direct' ? createDirect(parameters) : createAggregated(parameters, context),
}

interface Upload extends BlobPlace {
  readonly content: string | Uint8Array
}

/** Uploads each message as a blob. */
function createDirect(parameters: Direct): ActionRuntime<AzureBlobConnection, Upload> {
  const container = parseTemplate(parameters.container)
  const blob = parseTemplate(parameters.blob)
  const content = parseTemplate(parameters.content)
  return {
    ...(container.names.length === 0 && {
      check: (connection, signal) => connection.checkContainer(parameters.container, signal),
    }),
    render: (data) => ({
      container: fill(container, data, () => {
        throw new Error('the data has no value for the container')
      }),
      blob: fill(blob, data),
      content: fillBytes(content, data),
    }),
    /** One by one, because the last blob with the same name must win. */
    async send(connection, batch, signal) {
      const results: (Error | undefined)[] = []
      for (const { content: body, ...place } of batch) {
        const put = connection.put(place, body, 'application/octet-stream', signal)
        results.push(await put.then(() => undefined, toError))
      }
      const [first] = results
      if (batch.length === 1 && first) throw first
      if (results.some((error) => error !== undefined)) throw new BatchError(results)
      return { blobs: batch.length }
    },
  }
}

const mebibyte = 1024 * 1024

function createAggregated(
  parameters: Aggregated,
  context: IntegrationContext,
): ActionRuntime<AzureBlobConnection, Entry> {
  const { container, blob, aggregation } = parameters
  if (container.includes('${'))
    throw new SettingsError('container', 'must not have placeholders, because a blob contains many messages')
  const format = createContainer(aggregation.container)
  return createAggregation(
    {
      type: 'azure_blob_storage',
      container: format,
      keyOf: createObjectKey(blob, { action: context.name, node: context.node }, 'blob'),
      time_interval: aggregation.time_interval,
      max_records: aggregation.max_records,
      check: (connection, signal) => connection.checkContainer(container, signal),
      upload: (connection, key, texts) =>
        connection.putParts({ container, blob: key }, inParts(texts, 4 * mebibyte, 64 * mebibyte), format.contentType),
    },
    context,
  )
}
