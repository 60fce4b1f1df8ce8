import { isRecord } from '@mqdeck/contract'
import { AnswerError, type AwsConnection, awsType, isTemporaryAwsCode } from '@mqdeck/drivers'
import { BatchError, parseTemplate } from '@mqdeck/kit'
import { verifyingTls, withRetries } from '../http-client.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import { fill, fillBytes } from '../template.ts'
import type { kinesis } from './manifest.ts'

type Connector = ConnectorPlain<typeof kinesis>
type Parameters = ActionPlain<typeof kinesis>

interface KinesisRecord {
  readonly partitionKey: string
  readonly payload: string | Uint8Array
}

export const runtime: IntegrationRuntime<Connector, AwsConnection, Parameters> = {
  connect: ({ endpoint, pool_size, aws_access_key_id, aws_secret_access_key }, { folder }) => {
    const { origin, hostname } = new URL(endpoint)
    return awsType({
      origin,
      pool_size,
      enable_pipelining: 1,
      connect_timeout: 15_000,
      ssl: verifyingTls,
      folder,
      region: regionOf(hostname),
      aws_access_key_id,
      aws_secret_access_key,
      service: 'kinesis',
      target: 'Kinesis_20131202',
      contentType: 'application/x-amz-json-1.1',
      probe: { operation: 'ListStreams', input: { Limit: 1 } },
    })
  },
  action: createAction,
}

/** Also of names with `vpce` and of FIPS endpoints. */
export const regionOf = (host: string): string =>
  /\bkinesis(?:-fips)?\.([a-z]{2,3}(?:-[a-z]+)+-\d)\./.exec(host)?.[1] ?? 'us-east-1'

function createAction(parameters: Parameters, { max_retries }: Connector): ActionRuntime<AwsConnection, KinesisRecord> {
  const partitionKey = parseTemplate(parameters.partition_key)
  const payload = parseTemplate(parameters.payload_template)
  const { stream_name: stream } = parameters

  async function put(connection: AwsConnection, batch: readonly KinesisRecord[], signal: AbortSignal) {
    const input = {
      StreamName: stream,
      Records: batch.map((record) => ({
        Data: Buffer.from(record.payload).toString('base64'),
        PartitionKey: record.partitionKey,
      })),
    }
    const answer = await withRetries(max_retries, signal, () => connection.call('PutRecords', input, signal))
    const results = resultsIn(answer, batch.length)
    const [first] = results
    if (batch.length === 1 && first) throw first
    if (results.some((error) => error !== undefined)) throw new BatchError(results)
    return { records: batch.length }
  }

  return {
    check: async (connection, signal) =>
      void (await connection.call('DescribeStreamSummary', { StreamName: stream }, signal)),
    render: (data) => ({ partitionKey: fill(partitionKey, data), payload: fillBytes(payload, data) }),
    /** A rejected batch writes nothing. Of an accepted batch, each record has its own result. */
    send: (connection, batch, signal) => sendOrSplit(batch, (some) => put(connection, some, signal)),
  }
}

function resultsIn(answer: unknown, count: number): readonly (Error | undefined)[] {
  const records: readonly unknown[] = isRecord(answer) && Array.isArray(answer.Records) ? answer.Records : []
  if (records.length !== count) throw new Error('the response does not have a result for each record')
  return records.map((record) => {
    const code = isRecord(record) ? record.ErrorCode : undefined
    if (typeof code !== 'string') return undefined
    const message = `the record was rejected: ${code}`
    return isTemporaryAwsCode(code) ? new Error(message) : new AnswerError(message)
  })
}
