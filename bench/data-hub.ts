import type { TransformationSettings, ValidationSettings } from '@mqdeck/contract'
import { createSchemaRegistry, createTransformations, createValidations } from '@mqdeck/data-hub'
import { silentLog, systemClock } from '@mqdeck/kit'
import { startEmbedded } from '@mqdeck/testkit'
import { defineTable } from './table.ts'

interface DataHubRow {
  readonly path: string
  readonly perSecond: number
}

const measureMs = 2_000
const person = { name: 'sensor-17', id: 17, values: [1.5, 2.5, 3.5], unit: 'celsius', active: true }
const jsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, id: { type: 'integer', minimum: 0 }, values: { items: { type: 'number' } } },
  required: ['name', 'id'],
}
const protobufSchema = `syntax = "proto3";
message Person { string name = 1; int32 id = 2; repeated double values = 3; string unit = 4; bool active = 5; }`

const schemas = createSchemaRegistry({
  external: {},
  schemas: {
    json: { type: 'json', source: JSON.stringify(jsonSchema), description: '' },
    protobuf: { type: 'protobuf', source: protobufSchema, description: '' },
  },
})
const common = {
  description: '',
  enable: true,
  topics: ['bench/#'],
  failure_action: 'drop',
  log_failure: { level: 'none' },
} as const
const validation = (check: ValidationSettings['checks'][number]): ValidationSettings => ({
  ...common,
  name: 'v',
  strategy: 'all_pass',
  checks: [check],
})
const transformation: TransformationSettings = {
  ...common,
  name: 't',
  payload_decoder: { type: 'json' },
  payload_encoder: { type: 'json' },
  operations: [
    { key: 'payload.from', value: 'clientid' },
    { key: 'user_property.id', value: 'payload.id' },
  ],
}

/** Messages per second that a broker in this process publishes to a subscriber-less topic through one policy. */
export const dataHub = defineTable<DataHubRow>({
  name: 'data-hub',
  async measure() {
    const text = Buffer.from(JSON.stringify(person))
    const binary = schemas.encode('protobuf', { ...person, id: 17n }, 'Person')
    return [
      await measurePath('without policies', text, [], []),
      await measurePath('validation, JSON Schema', text, [validation({ type: 'json', schema: 'json' })], []),
      await measurePath(
        'validation, Protobuf',
        binary,
        [validation({ type: 'protobuf', schema: 'protobuf', message_type: 'Person' })],
        [],
      ),
      await measurePath('transformation, JSON', text, [], [transformation]),
    ]
  },
  header: ['one message after another', 'messages/s', 'microseconds'],
  cellsOf: ({ path, perSecond }) => [
    path,
    Math.round(perSecond).toLocaleString('en'),
    (1_000_000 / perSecond).toFixed(1),
  ],
})

async function measurePath(
  path: string,
  payload: Uint8Array,
  validating: readonly ValidationSettings[],
  transforming: readonly TransformationSettings[],
): Promise<DataHubRow> {
  process.stderr.write(`data-hub, ${path} ...\n`)
  const { broker, stop } = await startEmbedded()
  const parts = {
    hooks: broker.hooks,
    clock: systemClock,
    log: silentLog,
    schemas,
    count: () => {},
    onFailure: () => {},
  }
  createValidations({ ...parts, compileSql: () => () => true }).update(validating)
  const context = { node: broker.node, now: 0, attributes: {}, properties: () => ({}), maxTopicLevels: 128 }
  createTransformations({ ...parts, context: () => context }).update(transforming)
  const message = {
    topic: 'bench/a',
    payload,
    qos: 0,
    retain: false,
    from: { clientId: 'bench', username: undefined, peername: undefined, protocol: 'mqtt' },
  } as const
  for (let count = 0; count < 2_000; count += 1) await broker.publish(message)
  const started = performance.now()
  let published = 0
  while (performance.now() - started < measureMs) {
    for (let count = 0; count < 100; count += 1) {
      const outcome = await broker.publish(message)
      if ('rejected' in outcome) throw new Error(`${path}: the message was refused`)
    }
    published += 100
  }
  const perSecond = (published / (performance.now() - started)) * 1_000
  await stop()
  return { path, perSecond }
}
