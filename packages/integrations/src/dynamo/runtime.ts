import { isRecord } from '@mqdeck/contract'
import { AnswerError, type AwsConnection, awsType } from '@mqdeck/drivers'
import { verifyingTls } from '../http-client.ts'
import { parseJsonTemplate } from '../mongodb/document-template.ts'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { sendOrSplit } from '../send-or-split.ts'
import { type Item, toItem } from './item.ts'
import type { dynamo } from './manifest.ts'

type Connector = ConnectorPlain<typeof dynamo>
type Parameters = ActionPlain<typeof dynamo>

export const runtime: IntegrationRuntime<Connector, AwsConnection, Parameters> = {
  connect: ({ url, pool_size, region, aws_access_key_id, aws_secret_access_key }, { folder }) =>
    awsType({
      origin: new URL(url).origin,
      pool_size,
      enable_pipelining: 1,
      connect_timeout: 15_000,
      ssl: verifyingTls,
      folder,
      region,
      aws_access_key_id,
      aws_secret_access_key,
      service: 'dynamodb',
      target: 'DynamoDB_20120810',
      contentType: 'application/x-amz-json-1.0',
      probe: { operation: 'ListTables', input: { Limit: 1 } },
    }),
  action: createAction,
}

/** Limit of BatchWriteItem. */
const maxItems = 25

function createAction(parameters: Parameters): ActionRuntime<AwsConnection, Item> {
  const { table, hash_key: hashKey, range_key: rangeKey = '', undefined_vars_as_null: isMissingNull } = parameters
  const keys = rangeKey === '' ? [hashKey] : [hashKey, rangeKey]
  const render = parseJsonTemplate(parameters.template, 'template', isMissingNull)

  async function write(connection: AwsConnection, items: readonly Item[], signal: AbortSignal) {
    const [first] = items
    if (first && items.length === 1) {
      await connection.call('PutItem', { TableName: table, Item: first }, signal)
      return { items: 1 }
    }
    const requests = items.map((Item) => ({ PutRequest: { Item } }))
    const answer = await connection.call('BatchWriteItem', { RequestItems: { [table]: requests } }, signal)
    const left = isRecord(answer) ? answer.UnprocessedItems : undefined
    // The complete batch is sent again, which replaces items with the same content.
    if (isRecord(left) && Object.keys(left).length > 0) throw new Error('the table has too many requests')
    return { items: items.length }
  }

  return {
    async check(connection, signal) {
      const answer = await connection.call('DescribeTable', { TableName: table }, signal)
      const actual = keysIn(answer)
      if (actual.join() !== keys.join())
        throw new AnswerError(`the keys of table ${table} are ${actual.join(', ')}, not ${keys.join(', ')}`)
    },
    render: (data) => toItem(render(data), keys),
    /** A batch with a repeated key is rejected as a whole, and its items are then sent one by one, in order. */
    async send(connection, batch, signal) {
      // All parts are tried again after a failure. An item that is written twice has the same content.
      return sendOrSplit(batch, async (some) => {
        for (let at = 0; at < some.length; at += maxItems)
          await write(connection, some.slice(at, at + maxItems), signal)
        return { items: some.length }
      })
    },
  }
}

/** Names of the partition key and of the sort key. */
function keysIn(answer: unknown): readonly string[] {
  const described = isRecord(answer) ? answer.Table : undefined
  const schema = isRecord(described) && Array.isArray(described.KeySchema) ? described.KeySchema : []
  return ['HASH', 'RANGE'].flatMap((type) =>
    schema.flatMap((key: unknown) => (isRecord(key) && key.KeyType === type ? [String(key.AttributeName)] : [])),
  )
}
