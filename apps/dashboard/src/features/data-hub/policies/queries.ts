import {
  type Call,
  createMessageTransformation,
  createSchemaValidation,
  type DryRunResult,
  deleteMessageTransformation,
  deleteSchemaValidation,
  dryRunEncodedMessage,
  dryRunMessageTransformation,
  type EncodedDryRunResult,
  enableMessageTransformation,
  enableSchemaValidation,
  getMessageTransformation,
  getMessageTransformationMetrics,
  getSchemaValidation,
  getSchemaValidationMetrics,
  listMessageTransformations,
  listSchemaValidations,
  type MessageTransformation,
  type PolicyStatistics,
  reorderMessageTransformations,
  reorderSchemaValidations,
  resetMessageTransformationMetrics,
  resetSchemaValidationMetrics,
  type SchemaValidation,
  testSql,
  updateMessageTransformation,
  updateSchemaValidation,
} from '@mqdeck/contract'
import type { z } from 'zod'
import {
  type ChangeDefinition,
  defineChange,
  defineQuery,
  type Moved,
  type QueryDefinition,
} from '../../../api/index.ts'
import { type TestMessage, userPropertyMap } from './test-message.ts'

export type Policy = SchemaValidation | MessageTransformation
export type PolicyKindName = 'validation' | 'transformation'

interface ByName {
  readonly name: string
}

/** The whole policy with its name. */
export type Settings = Readonly<Record<string, unknown>>

/** The requests for one kind of policy. */
interface Calls<P> {
  readonly list: (call: Call, signal: AbortSignal) => Promise<readonly P[]>
  readonly get: (call: Call, params: ByName, signal: AbortSignal) => Promise<P>
  readonly metrics: (call: Call, params: ByName, signal: AbortSignal) => Promise<PolicyStatistics>
  /** The forms have checked the settings, and the broker checks them again. */
  readonly create: (call: Call, settings: Settings) => Promise<unknown>
  readonly update: (call: Call, settings: Settings) => Promise<unknown>
  readonly remove: (call: Call, params: ByName) => Promise<unknown>
  readonly enable: (call: Call, params: ByName & { readonly enable: boolean }) => Promise<unknown>
  readonly reset: (call: Call, params: ByName) => Promise<unknown>
  readonly reorder: (call: Call, order: string[]) => Promise<unknown>
}

/** Queries and changes of one kind of policy. */
export interface PolicyKind<P> {
  readonly all: QueryDefinition<undefined, readonly P[]>
  readonly one: QueryDefinition<ByName, P>
  readonly metrics: QueryDefinition<ByName, PolicyStatistics>
  readonly create: ChangeDefinition<Settings, unknown>
  readonly update: ChangeDefinition<Settings, unknown>
  readonly remove: ChangeDefinition<ByName, unknown>
  readonly enable: ChangeDefinition<ByName & { readonly enable: boolean }, unknown>
  readonly reset: ChangeDefinition<ByName, unknown>
  readonly move: ChangeDefinition<Moved, unknown>
}

/** Milliseconds between two refreshes of metrics. */
const metricsInterval = 5000

function definePolicyKind<P>(name: PolicyKindName, calls: Calls<P>): PolicyKind<P> {
  const all = defineQuery({
    name: `${name}s`,
    load: (call, _: undefined, signal) => calls.list(call, signal),
    poll: 'chosen',
  })
  const one = defineQuery({ name, load: calls.get, poll: 'chosen' })
  const metrics = defineQuery({
    name: `${name}-metrics`,
    load: calls.metrics,
    poll: 'chosen',
    interval: metricsInterval,
  })
  return {
    all,
    one,
    metrics,
    create: defineChange({ apply: calls.create, invalidates: [all, one] }),
    update: defineChange({ apply: calls.update, invalidates: [all, one] }),
    remove: defineChange({ apply: calls.remove, invalidates: [all] }),
    enable: defineChange({ apply: calls.enable, invalidates: [all, one] }),
    reset: defineChange({ apply: calls.reset, invalidates: [metrics] }),
    move: defineChange({ apply: (call, { ids }: Moved) => calls.reorder(call, [...ids]), invalidates: [all] }),
  }
}

type ValidationBody = z.input<typeof createSchemaValidation.body>
type TransformationBody = z.input<typeof createMessageTransformation.body>

export const policyKinds = {
  validation: definePolicyKind<SchemaValidation>('validation', {
    list: (call, signal) => call(listSchemaValidations, { signal }),
    get: (call, params, signal) => call(getSchemaValidation, { params, signal }),
    metrics: (call, params, signal) => call(getSchemaValidationMetrics, { params, signal }),
    create: (call, body) => call(createSchemaValidation, { body: body as ValidationBody }),
    update: (call, body) => call(updateSchemaValidation, { body: body as ValidationBody }),
    remove: (call, { name }) => call(deleteSchemaValidation, { params: { name } }),
    enable: (call, params) => call(enableSchemaValidation, { params }),
    reset: (call, { name }) => call(resetSchemaValidationMetrics, { params: { name } }),
    reorder: (call, order) => call(reorderSchemaValidations, { body: { order } }),
  }),
  transformation: definePolicyKind<MessageTransformation>('transformation', {
    list: (call, signal) => call(listMessageTransformations, { signal }),
    get: (call, params, signal) => call(getMessageTransformation, { params, signal }),
    metrics: (call, params, signal) => call(getMessageTransformationMetrics, { params, signal }),
    create: (call, body) => call(createMessageTransformation, { body: body as TransformationBody }),
    update: (call, body) => call(updateMessageTransformation, { body: body as TransformationBody }),
    remove: (call, { name }) => call(deleteMessageTransformation, { params: { name } }),
    enable: (call, params) => call(enableMessageTransformation, { params }),
    reset: (call, { name }) => call(resetMessageTransformationMetrics, { params: { name } }),
    reorder: (call, order) => call(reorderMessageTransformations, { body: { order } }),
  }),
}

interface DryRun {
  readonly transformation: Settings
  readonly message: TestMessage
  /** The broker accepts and returns payloads that are not text. EMQX does not. */
  readonly takesBytes: boolean
}

type DryRunBody = z.input<typeof dryRunMessageTransformation.body>

/** Transforms a message without publishing it. */
export const dryRun = defineChange<DryRun, DryRunResult | EncodedDryRunResult>({
  apply(call, { transformation, message: { encoding, userProperties, ...rest }, takesBytes }) {
    const message = { ...rest, user_property: userPropertyMap(userProperties) }
    const body = { transformation: transformation as TransformationBody, message } satisfies DryRunBody
    return takesBytes
      ? call(dryRunEncodedMessage, { body: { ...body, message: { ...message, payload_encoding: encoding } } })
      : call(dryRunMessageTransformation, { body })
  },
  invalidates: [],
})

/** Runs SQL for a message. Rejects if it selects nothing or a function fails. The test of SQL accepts no user properties. */
export const runCheck = defineChange<{ readonly sql: string; readonly message: TestMessage }, unknown>({
  apply: (call, { sql, message: { topic, payload, qos, clientid, username } }) =>
    call(testSql, {
      body: { sql, context: { event_type: 'message_publish', topic, payload, qos, clientid, username } },
    }),
  invalidates: [],
})
