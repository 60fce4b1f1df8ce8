import { isUtf8 } from 'node:buffer'
import {
  AppError,
  type MessageTransformation,
  noContent,
  ok,
  type SchemaValidation,
  type TransformationSettings,
} from '@mqdeck/contract'
import { compileTransformation, type PolicyStatistics, type Transformed } from '@mqdeck/data-hub'
import { encodeJson } from '@mqdeck/kit/json'
import { fromPlainMap } from '@mqdeck/rules'
import type { Changes, View } from '../../../broker-config/configuration.ts'
import { DeclaredError } from '../../../http/error-map.ts'
import type { Call } from '../../../http/mount.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf } from '../management.ts'
import { toNodeMetrics } from '../nodes.ts'
import { orderProblem } from './order.ts'
import type { DataHub } from './service.ts'

interface Named {
  readonly name: string
  readonly enable: boolean
}

interface Of<P extends Named, Shown> {
  readonly services: BrokerContext
  /** `Validation`, as in EMQX's messages. */
  readonly noun: string
  /** `/schema_validations` */
  readonly path: string
  readonly read: (view: View) => readonly P[]
  readonly write: (all: readonly P[]) => Changes
  readonly show: (one: P) => Shown
  readonly statistics: (name: string) => PolicyStatistics | undefined
  readonly reset: (name: string) => void
}

/** Handlers that validations and transformations have in common. */
function listEndpoints<P extends Named, Shown>(parts: Of<P, Shown>) {
  const { services, noun, path, read, write, show, statistics, reset } = parts
  const { configuration, nodes } = services
  const missing = () => new AppError('NOT_FOUND', `${noun} not found`)
  const change = (call: Call, what: string, make: (before: readonly P[]) => readonly P[]) =>
    configuration.change((view) => write(make(read(view))), authorOf(call, what))
  const find = (name: string): P => {
    const found = read(configuration).find((one) => one.name === name)
    if (!found) throw missing()
    return found
  }
  const statisticsOf = nodes.operation((name: string) => {
    const found = statistics(name)
    if (!found) throw missing()
    return found
  })
  const resetOf = nodes.operation(reset)
  const requireOne = (all: readonly P[], name: string) => {
    if (!all.some((one) => one.name === name)) throw missing()
  }
  return {
    list: () => ok(read(configuration).map(show)),
    get: (name: string) => ok(show(find(name))),
    async create(body: P, call: Call) {
      await change(call, `POST ${path}`, (before) => {
        if (before.some(({ name }) => name === body.name))
          throw new AppError('ALREADY_EXISTS', `${noun} already exists`, { status: 400 })
        return [...before, body]
      })
      return { status: 201 as const, body: show(find(body.name)) }
    },
    async update(body: P, call: Call) {
      await change(call, `PUT ${path}`, (before) => {
        requireOne(before, body.name)
        return before.map((one) => (one.name === body.name ? body : one))
      })
      return ok(show(find(body.name)))
    },
    async reorder(order: readonly string[], call: Call) {
      await change(call, `POST ${path}/reorder`, (before) => {
        const problem = orderProblem(
          before.map(({ name }) => name),
          order,
        )
        if (problem) throw new DeclaredError(400, problem)
        const byName = new Map(before.map((one) => [one.name, one]))
        return order.flatMap((name) => byName.get(name) ?? [])
      })
      return noContent
    },
    async delete(name: string, call: Call) {
      await change(call, `DELETE ${path}/${name}`, (before) => {
        requireOne(before, name)
        return before.filter((one) => one.name !== name)
      })
      return noContent
    },
    async enable(name: string, enable: boolean, call: Call) {
      await change(call, `POST ${path}/${name}/enable/${enable}`, (before) => {
        requireOne(before, name)
        return before.map((one) => (one.name === name ? { ...one, enable } : one))
      })
      return noContent
    },
    metrics: async (name: string) => ok(toNodeMetrics(await statisticsOf.onAll(name))),
    async reset(name: string) {
      find(name)
      await resetOf.onAll(name)
      return noContent
    },
  }
}

export function schemaValidationHandlers(services: BrokerContext & DataHub): HandlersOf<'schemaValidations'> {
  const { validations } = services
  const common = listEndpoints({
    services,
    noun: 'Validation',
    path: '/schema_validations',
    read: (view) => view.get('schema_validation').validations,
    write: (all) => ({ schema_validation: { validations: all } }),
    show: ({ tags, topics, checks, ...rest }): SchemaValidation => ({
      ...rest,
      ...(tags && { tags: [...tags] }),
      topics: [...topics],
      checks: [...checks],
    }),
    statistics: validations.metrics,
    reset: validations.resetMetrics,
  })
  return {
    listSchemaValidations: common.list,
    createSchemaValidation: ({ body }, call) => common.create(body, call),
    updateSchemaValidation: ({ body }, call) => common.update(body, call),
    reorderSchemaValidations: ({ body: { order } }, call) => common.reorder(order, call),
    getSchemaValidation: ({ params: { name } }) => common.get(name),
    deleteSchemaValidation: ({ params: { name } }, call) => common.delete(name, call),
    getSchemaValidationMetrics: ({ params: { name } }) => common.metrics(name),
    resetSchemaValidationMetrics: ({ params: { name } }) => common.reset(name),
    enableSchemaValidation: ({ params: { name, enable } }, call) => common.enable(name, enable, call),
  }
}

export function messageTransformationHandlers(services: BrokerContext & DataHub): HandlersOf<'messageTransformations'> {
  const { transformations } = services
  const common = listEndpoints({
    services,
    noun: 'Transformation',
    path: '/message_transformations',
    read: (view) => view.get('message_transformation').transformations,
    write: (all) => ({ message_transformation: { transformations: all } }),
    show: ({ tags, topics, operations, ...rest }): MessageTransformation => ({
      ...rest,
      ...(tags && { tags: [...tags] }),
      topics: [...topics],
      operations: [...operations],
    }),
    statistics: transformations.metrics,
    reset: transformations.resetMetrics,
  })
  const dryRun = createDryRun(services)
  return {
    listMessageTransformations: common.list,
    createMessageTransformation: ({ body }, call) => common.create(body, call),
    updateMessageTransformation: ({ body }, call) => common.update(body, call),
    dryRunMessageTransformation({ body: { transformation, message } }) {
      const result = dryRun(transformation, message, Buffer.from(message.payload))
      const isRaw = transformation.payload_encoder.type === 'none'
      return ok({ ...shown(result), payload: toShown(result.payload, result.message.payload, isRaw) })
    },
    dryRunEncodedMessage({ body: { transformation, message } }) {
      const result = dryRun(transformation, message, bytesOf(message.payload, message.payload_encoding))
      return ok({ ...shown(result), ...encoded(result.message.payload) })
    },
    reorderMessageTransformations: ({ body: { order } }, call) => common.reorder(order, call),
    getMessageTransformation: ({ params: { name } }) => common.get(name),
    deleteMessageTransformation: ({ params: { name } }, call) => common.delete(name, call),
    getMessageTransformationMetrics: ({ params: { name } }) => common.metrics(name),
    resetMessageTransformationMetrics: ({ params: { name } }) => common.reset(name),
    enableMessageTransformation: ({ params: { name, enable } }, call) => common.enable(name, enable, call),
  }
}

/** A message of a dry run is never published, so that it needs no ID of its own. */
const dryRunId = '0'.repeat(32)

type DryRunMessage = Parameters<
  HandlersOf<'messageTransformations'>['dryRunMessageTransformation']
>[0]['body']['message']

function createDryRun({ schemaRegistry, transformContext }: DataHub) {
  return (transformation: TransformationSettings, message: DryRunMessage, payload: Uint8Array): Transformed => {
    const context = transformContext()
    const { clientid, username, peername, topic, qos, retain } = message
    const userProperties = Object.entries(message.user_property).map(
      ([key, value]) => [key, typeof value === 'string' ? value : encodeJson(value)] as const,
    )
    const result = compileTransformation(transformation, schemaRegistry)(
      {
        id: dryRunId,
        topic,
        payload,
        qos,
        retain,
        dup: false,
        properties: { userProperties },
        from: { clientId: clientid, username, peername, protocol: 'mqtt' },
        timestamp: context.now,
        expiresAt: Number.POSITIVE_INFINITY,
      },
      {
        ...context,
        attributes: fromPlainMap(message.client_attrs),
        properties: () => ({
          ...fromPlainMap(message.pub_props),
          'User-Property': Object.fromEntries(userProperties),
        }),
      },
    )
    if ('failure' in result)
      throw new DeclaredError(400, { code: 'BAD_REQUEST', message: result.failure.reason, ...result.failure })
    return result
  }
}

const shown = ({ message: { topic, qos, retain, properties } }: Transformed) => ({
  topic,
  qos,
  retain,
  user_property: Object.fromEntries(properties.userProperties ?? []),
})

function bytesOf(payload: string, encoding: 'plain' | 'base64'): Uint8Array {
  if (encoding !== 'base64') return Buffer.from(payload)
  const bytes = Buffer.from(payload, 'base64')
  // Node.js skips characters that are not base64.
  if (bytes.toString('base64').replace(/=+$/, '') !== payload.trim().replace(/=+$/, ''))
    throw new AppError('BAD_REQUEST', 'message.payload is not base64')
  return bytes
}

function encoded(bytes: Uint8Array): { readonly payload: string; readonly payload_encoding: 'plain' | 'base64' } {
  const buffer = Buffer.from(bytes)
  return isUtf8(buffer)
    ? { payload: buffer.toString('utf8'), payload_encoding: 'plain' }
    : { payload: buffer.toString('base64'), payload_encoding: 'base64' }
}

/** Text, except for a number, list or map that the encoder `none` left as it is. */
function toShown(value: unknown, bytes: Uint8Array, isRaw: boolean): unknown {
  if (!isRaw || typeof value === 'string' || value instanceof Uint8Array) return Buffer.from(bytes).toString('utf8')
  return JSON.parse(encodeJson(value))
}
