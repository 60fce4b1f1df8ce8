import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { bodyRoot, boolean, count, field, nonNegInteger, object, oneOf, response, string } from '../fields/index.ts'
import {
  defaultPorts,
  isListenerName,
  type ListenerType,
  type ListenerWire,
  listenerStructs,
  listenerTypes,
} from '../roots/listeners.ts'
import { partsOf, shapeOf } from '../struct/index.ts'
import type { Text } from '../text.ts'

/** State that the server adds to a listener's settings. Callers may send it back; it is ignored. */
interface Observed {
  readonly running: boolean
  readonly current_connections: number
}

/** All fields optional, also in nested objects; lists are complete. */
type Parts<V> = V extends readonly unknown[] ? V : V extends object ? { readonly [K in keyof V]?: Parts<V[K]> } : V

/** A listener in API responses. */
export type ListenerInfo = {
  [T in ListenerType]: { readonly type: T; readonly id: string } & ListenerWire<T> & Observed
}[ListenerType]

/** A new listener with all fields. */
export type NewListener = {
  [T in ListenerType]: { readonly type: T; readonly name: string } & ListenerWire<T> & Partial<Observed>
}[ListenerType]

/** A new listener as callers send it. Missing fields get their defaults. */
export type NewListenerInput = {
  [T in ListenerType]: { readonly type: T; readonly name: string; readonly bind: string | number } & Parts<
    ListenerWire<T>
  > &
    Partial<Observed>
}[ListenerType]

/** A change of a listener. Missing fields keep their values, also in nested objects. */
export type ListenerChange = {
  [T in ListenerType]: { readonly type: T; readonly id: string } & Parts<ListenerWire<T>> & Partial<Observed>
}[ListenerType]

const name = () =>
  field<string>({ type: 'string' }, (value, refuse) =>
    typeof value === 'string' && isListenerName(value)
      ? value
      : refuse({
          reason: 'must begin with a letter or digit and contain only letters, digits, - and _, up to 255 characters',
        }),
  )

const observedInput = () => ({
  running: boolean().optional(),
  current_connections: nonNegInteger().optional(),
})
const observed = { running: z.boolean(), current_connections: count() }

type Shape = Readonly<Record<string, z.ZodType>>

/** EMQX requires the bind address although it documents a default. */
const documented = (type: ListenerType, { bind, ...shape }: Shape): Shape => ({
  ...shape,
  ...(bind && { bind: bind.meta({ default: defaultPorts[type] }) }),
})

/** One of the five types, selected by `type`, in EMQX's documented order. */
function byType<Out, In>(
  order: readonly ListenerType[],
  variant: (type: ListenerType) => z.ZodObject,
): z.ZodType<Out, In> {
  const [first, ...rest] = order.map((type) => variant(type).extend({ type: z.literal(type) }))
  if (!first) throw new TypeError('a choice of nothing')
  // The variants are built from tables with matching types.
  return z.discriminatedUnion('type', [first, ...rest]) as unknown as z.ZodType<Out, In>
}

const newOrder = ['quic', 'wss', 'ws', 'ssl', 'tcp'] as const
const order = ['wss', 'ws', 'tcp', 'ssl', 'quic'] as const

export const NewListener = byType<NewListener, NewListenerInput>(newOrder, (type) =>
  object({ name: name(), ...observedInput(), ...documented(type, shapeOf(listenerStructs[type].fields)) }),
).register(bodyRoot, { root: 'root' })

/** The same with an ID instead of a name, for the deprecated endpoint. */
export const NewListenerById = byType<
  Omit<NewListener, 'name'> & { readonly id: string },
  Omit<NewListenerInput, 'name'> & { readonly id: string }
>(order, (type) =>
  object({ id: string(), ...observedInput(), ...documented(type, shapeOf(listenerStructs[type].fields)) }),
).register(bodyRoot, { root: 'root' })

export const ListenerChange = byType<ListenerChange, ListenerChange>(order, (type) =>
  object({ id: string(), ...observedInput(), ...documented(type, partsOf(listenerStructs[type].fields)) }),
).register(bodyRoot, { root: 'root' })

export const ListenerInfo = byType<ListenerInfo, ListenerInfo>(order, (type) =>
  z.looseObject({ id: z.string(), ...observed, ...shapeOf(listenerStructs[type].fields) }),
)

const maxConnections = z
  .union([z.int(), z.literal('infinity')])
  .meta({ oneOf: [{ type: 'integer' }, { type: 'string', enum: ['infinity'] }] })
const running = z
  .union([z.boolean(), z.literal('inconsistent')])
  .meta({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['inconsistent'] }] })

/** `inconsistent`: running on some nodes only. */
export const ListenerStatus = response({
  running,
  max_connections: maxConnections.optional(),
  current_connections: count().optional(),
})
export type ListenerStatus = z.infer<typeof ListenerStatus>

const nodeStatus = z.array(response({ node: z.string(), status: ListenerStatus }))

/** A listener with its state on every node. `number` is the number of nodes. */
export const ListenerSummary = response({
  id: z.string(),
  type: z.enum(listenerTypes),
  name: z.string(),
  enable: z.boolean(),
  number: z.int().min(1).optional(),
  bind: z.string(),
  acceptors: z.int().min(1).optional(),
  status: ListenerStatus.optional(),
  node_status: nodeStatus.optional(),
})
export type ListenerSummary = z.infer<typeof ListenerSummary>

/** All listeners of a type. `node_status` has a row per listener and node. */
export const ListenerTypeStatus = response({
  type: z.enum(listenerTypes),
  enable: z.boolean(),
  ids: z.array(z.string()),
  status: ListenerStatus.optional(),
  node_status: nodeStatus.optional(),
})
export type ListenerTypeStatus = z.infer<typeof ListenerTypeStatus>

const byId = z.object({ id: string() })
const tag = 'Listeners'

export const listListenerStatus = endpoint({
  method: 'GET',
  path: '/listeners_status',
  tag,
  ok: { 200: z.array(ListenerTypeStatus) },
})

export const listListeners = endpoint({
  method: 'GET',
  path: '/listeners',
  tag,
  query: z.object({ type: oneOf(listenerTypes).optional() }),
  ok: { 200: z.array(ListenerSummary) },
})

/** Fields for certificate and key files also accept PEM text, which the server stores in files of its own. */
export const createListener = endpoint({
  method: 'POST',
  path: '/listeners',
  title: { en: 'Create listener', zh: '创建监听器' },
  tag,
  body: NewListener,
  ok: { 200: ListenerInfo },
  errors: { 400: ['BAD_LISTENER_ID', 'BAD_REQUEST'] },
})

export const getListener = endpoint({
  method: 'GET',
  path: '/listeners/{id}',
  tag,
  params: byId,
  ok: { 200: ListenerInfo },
  errors: { 404: ['BAD_LISTENER_ID', 'BAD_REQUEST'] },
})

/** Missing fields keep their values, as in EMQX: lists are replaced, objects are merged. */
export const updateListener = endpoint({
  method: 'PUT',
  path: '/listeners/{id}',
  title: { en: 'Edit listener', zh: '编辑监听器' },
  tag,
  params: byId,
  body: ListenerChange,
  ok: { 200: ListenerInfo },
  errors: { 400: ['BAD_REQUEST'], 404: ['BAD_LISTENER_ID', 'BAD_REQUEST'] },
})

/** Deprecated by EMQX: `createListener` does the same. */
export const createListenerById = endpoint({
  method: 'POST',
  path: '/listeners/{id}',
  title: { en: 'Create listener by ID', zh: '按 ID 创建监听器' },
  tag,
  params: byId,
  body: NewListenerById,
  ok: { 200: ListenerInfo },
  errors: { 400: ['BAD_LISTENER_ID', 'BAD_REQUEST'] },
})

/** Deletes the listener and disconnects its clients. */
export const deleteListener = endpoint({
  method: 'DELETE',
  path: '/listeners/{id}',
  title: { en: 'Delete listener', zh: '删除监听器' },
  tag,
  params: byId,
  ok: { 204: empty },
  errors: { 404: ['BAD_LISTENER_ID'] },
})

const act = <const A extends string>(action: A, { title }: { readonly title: Text }) =>
  endpoint({
    method: 'POST',
    path: `/listeners/{id}/${action}`,
    title,
    tag,
    params: byId,
    ok: { 200: empty },
    errors: { 400: ['BAD_REQUEST', 'BAD_LISTENER_ID'] },
  })

/** Enables the listener permanently, as in EMQX. */
export const startListener = act('start', { title: { en: 'Start listener', zh: '启动监听器' } })
/** Disables the listener permanently, as in EMQX. Its clients are disconnected. */
export const stopListener = act('stop', { title: { en: 'Stop listener', zh: '停止监听器' } })
/** Disconnects its clients and restarts. A disabled listener becomes enabled, as in EMQX. */
export const restartListener = act('restart', { title: { en: 'Restart listener', zh: '重启监听器' } })

/** A listener type, and why this node cannot run it. */
export const ListenerTypeInfo = response({
  type: z.enum(listenerTypes),
  available: z.boolean(),
  reason: z.string().optional(),
  default_port: z.int(),
  /** Address and a free port for a new listener. */
  suggested_bind: z.string(),
})
export type ListenerTypeInfo = z.infer<typeof ListenerTypeInfo>

export const listListenerTypes = endpoint({
  method: 'GET',
  path: '/mqdeck/listener_types',
  tag: 'MQDeck',
  ok: { 200: z.array(ListenerTypeInfo) },
})

export const listening = {
  listListenerTypes,
  listListenerStatus,
  listListeners,
  createListener,
  getListener,
  updateListener,
  createListenerById,
  deleteListener,
  startListener,
  stopListener,
  restartListener,
}
