import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { answer, bodyRoot, boolean, count, field, nonNegInteger, object, oneOf, string } from '../fields/index.ts'
import {
  defaultPorts,
  isListenerName,
  type ListenerType,
  type ListenerWire,
  listenerStructs,
  listenerTypes,
} from '../roots/listeners.ts'
import { partsOf, shapeOf } from '../struct/index.ts'

/** What the server adds to a listener's settings. Callers may send it back; nothing is made of it. */
interface Observed {
  readonly running: boolean
  readonly current_connections: number
}

/** Everything in it may be left out, within structs, too; lists are whole. */
type Parts<V> = V extends readonly unknown[] ? V : V extends object ? { readonly [K in keyof V]?: Parts<V[K]> } : V

/** A listener as the API answers it. */
export type ListenerInfo = {
  [T in ListenerType]: { readonly type: T; readonly id: string } & ListenerWire<T> & Observed
}[ListenerType]

/** A listener to be made, complete. */
export type NewListener = {
  [T in ListenerType]: { readonly type: T; readonly name: string } & ListenerWire<T> & Partial<Observed>
}[ListenerType]

/** What callers send: of what they leave out the default holds. */
export type NewListenerInput = {
  [T in ListenerType]: { readonly type: T; readonly name: string; readonly bind: string | number } & Parts<
    ListenerWire<T>
  > &
    Partial<Observed>
}[ListenerType]

/** A change of a listener: what is left out stays as it is, within structs, too. */
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

/** EMQX insists on the bind address and documents a default nevertheless. */
const documented = (type: ListenerType, { bind, ...shape }: Shape): Shape => ({
  ...shape,
  ...(bind && { bind: bind.meta({ default: defaultPorts[type] }) }),
})

/** One of the five, told apart by `type`, in the order in which EMQX documents them. */
function byType<Out, In>(
  order: readonly ListenerType[],
  variant: (type: ListenerType) => z.ZodObject,
): z.ZodType<Out, In> {
  const [first, ...rest] = order.map((type) => variant(type).extend({ type: z.literal(type) }))
  if (!first) throw new TypeError('a choice of nothing')
  // The variants were made of tables whose types say the same.
  return z.discriminatedUnion('type', [first, ...rest]) as unknown as z.ZodType<Out, In>
}

const newOrder = ['quic', 'wss', 'ws', 'ssl', 'tcp'] as const
const order = ['wss', 'ws', 'tcp', 'ssl', 'quic'] as const

export const NewListener = byType<NewListener, NewListenerInput>(newOrder, (type) =>
  object({ name: name(), ...observedInput(), ...documented(type, shapeOf(listenerStructs[type].fields)) }),
).register(bodyRoot, { root: 'root' })

/** The same with an id in the place of the name, for the deprecated way to create one. */
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
export const ListenerStatus = answer({
  running,
  max_connections: maxConnections.optional(),
  current_connections: count().optional(),
})
export type ListenerStatus = z.infer<typeof ListenerStatus>

const nodeStatus = z.array(answer({ node: z.string(), status: ListenerStatus }))

/** One listener with what it does on every node; `number` is how many nodes. */
export const ListenerSummary = answer({
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

/** All listeners of a type together; `node_status` has a row for each listener of each node. */
export const ListenerTypeStatus = answer({
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

/** PEM texts may stand where a file of a certificate or key is named; the server keeps them as files of its own. */
export const createListener = endpoint({
  method: 'POST',
  path: '/listeners',
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

/** What the body leaves out stays as it is, as in EMQX: lists are replaced, objects are merged. */
export const updateListener = endpoint({
  method: 'PUT',
  path: '/listeners/{id}',
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
  tag,
  params: byId,
  body: NewListenerById,
  ok: { 200: ListenerInfo },
  errors: { 400: ['BAD_LISTENER_ID', 'BAD_REQUEST'] },
})

/** Its clients are disconnected. */
export const deleteListener = endpoint({
  method: 'DELETE',
  path: '/listeners/{id}',
  tag,
  params: byId,
  ok: { 204: empty },
  errors: { 404: ['BAD_LISTENER_ID'] },
})

const act = <const A extends string>(action: A) =>
  endpoint({
    method: 'POST',
    path: `/listeners/{id}/${action}`,
    tag,
    params: byId,
    ok: { 200: empty },
    errors: { 400: ['BAD_REQUEST', 'BAD_LISTENER_ID'] },
  })

/** Enables the listener; that lasts, as in EMQX. */
export const startListener = act('start')
/** Disables it; that lasts, as in EMQX. Its clients are disconnected. */
export const stopListener = act('stop')
/** Disconnects its clients and begins anew; one that is disabled becomes enabled, as in EMQX. */
export const restartListener = act('restart')

/** A type of listeners, and why this node cannot run it where it cannot. */
export const ListenerTypeInfo = answer({
  type: z.enum(listenerTypes),
  available: z.boolean(),
  reason: z.string().optional(),
  default_port: z.int(),
  /** Address and a port that is free now, for a new listener. */
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
