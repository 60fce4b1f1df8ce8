import { isDeepStrictEqual } from 'node:util'
import {
  AppError,
  gatewayListenerId,
  gatewayListenerStructs,
  inspectInput,
  isListenerName,
  noContent,
  ok,
} from '@mqdeck/contract'
import { dtlsCapability } from '@mqdeck/gateways'
import { type GatewayManifest, gatewayManifests, gatewayStruct } from '@mqdeck/gateways/catalog'
import type { StoredGateway } from '../../../broker-config/gateways.ts'
import type { Call } from '../../../http/mount.ts'
import { authorOf, type HandlersOf } from '../management.ts'
import { listenersOf, toGateway, toListener, toListeners, toOverview, toState } from './gateway-body.ts'
import {
  type GatewayContext,
  parseId,
  requireGateway,
  requireListener,
  requireManifest,
  requireStored,
} from './lookup.ts'
import { mergeSettings } from './merge-settings.ts'

type Body = Readonly<Record<string, unknown>>

/** Fields of responses that callers may send back. They are ignored. */
const observed = ['id', 'running', 'status', 'node_status', 'current_connections']
const statuses = ['running', 'stopped', 'unloaded']

export function gatewayHandlers(services: GatewayContext): HandlersOf<'gatewayControl'> {
  const { configuration, gateways: service, nodes, settings } = services
  const { bind } = settings
  const shown = { get: configuration.shown }
  const statesOf = nodes.operation((name: string) => toState(service.gateways.get(name)))

  const change = (call: Call, what: string, name: string, make: (before: StoredGateway | undefined) => unknown) =>
    configuration.change(
      (view) => {
        const all = view.get('gateway')
        return { gateway: { ...all, [name]: make(all[name]) } }
      },
      authorOf(call, what),
    )
  const changeListeners = (
    call: Call,
    what: string,
    { name, type }: { readonly name: string; readonly type: string },
    make: (some: Body) => Body,
  ) =>
    change(call, what, name, (before) => {
      if (!before) throw new AppError('RESOURCE_NOT_FOUND', 'Gateway not loaded')
      const { listeners } = before
      return { ...before, listeners: { ...listeners, [type]: make(listeners[type] ?? {}) } }
    })
  const oneListener = async (name: string, id: string) =>
    toListener({ id, ...requireListener(shown, name, id) }, await statesOf.onAll(name), bind)

  return {
    listGatewayTransports: () => ok([dtlsCapability()]),
    listGateways: async ({ query: { status } }) => {
      if (status !== undefined && !statuses.includes(status))
        throw new AppError(
          'BAD_REQUEST',
          `Unknown gateway status in query: ${status}\nValues allowed: ${statuses.join(', ')}`,
        )
      const all = configuration.get('gateway')
      const rows = await Promise.all(
        gatewayManifests
          .map(({ name }) => name)
          .toSorted()
          .map(async (name) => {
            const stored = all[name]
            return stored ? toOverview(name, stored, await statesOf.onAll(name)) : { name, status: 'unloaded' as const }
          }),
      )
      return ok(rows.filter((row) => status === undefined || row.status === status))
    },
    getGateway: async ({ params: { name } }) => {
      requireManifest(name)
      const stored = configuration.shown('gateway')[name]
      const unloaded = { name, status: 'unloaded' as const }
      return ok(stored ? toGateway(name, stored, await statesOf.onAll(name), bind) : unloaded)
    },
    updateGateway: async ({ params: { name }, body }, call) => {
      const manifest = requireManifest(name)
      const { name: named = name, listeners, ...settings } = body
      if (named !== name) throw invalidField('name', `must be ${name}`, named)
      const given = listeners === undefined ? undefined : readListeners(manifest, listeners)
      // EMQX accepts a change without fields.
      if (Object.keys(settings).length > 0 || configuration.get('gateway')[name] === undefined)
        requireValid(gatewayStruct(manifest).schema, settings)
      await change(call, `PUT /gateways/${name}`, name, (before) => {
        if (!before) return { ...settings, listeners: given ?? {} }
        if (given) requireSameListeners(manifest, before, given)
        return mergeSettings(gatewayStruct(manifest).fields, before, settings)
      })
      return noContent
    },
    enableGateway: async ({ params: { name, enable } }, call) => {
      requireStored(configuration, name)
      await change(call, `PUT /gateways/${name}/enable/${enable}`, name, (before) => ({ ...before, enable }))
      // A gateway that could not start before is started again.
      if (enable) await service.retry(name)
      return noContent
    },
    listGatewayListeners: async ({ params: { name } }) =>
      ok(toListeners(listenersOf(name, requireStored(shown, name)), await statesOf.onAll(name), bind)),
    createGatewayListener: async ({ params: { name }, body }, call) => {
      requireStored(configuration, name)
      const { type, own, settings } = readListener(requireManifest(name), body)
      await changeListeners(call, `POST /gateways/${name}/listeners`, { name, type }, (some) => {
        if (Object.hasOwn(some, own)) throw new AppError('BAD_REQUEST', 'Listener name has occupied')
        return { ...some, [own]: settings }
      })
      return { status: 201, body: await oneListener(name, gatewayListenerId(name, type, own)) }
    },
    getGatewayListener: async ({ params: { name, id } }) => {
      requireGateway(services, name)
      return ok(await oneListener(name, id))
    },
    updateGatewayListener: async ({ params: { name, id }, body }, call) => {
      requireStored(configuration, name)
      const place = parseId(name, id)
      const { type = place.type, name: own = place.name, ...settings } = body
      if (type !== place.type) throw invalidField('type', 'cannot be changed', type)
      if (own !== place.name) throw invalidField('name', 'cannot be changed', own)
      const read = readListener(requireManifest(name), { ...settings, type, name: own })
      await changeListeners(call, `PUT /gateways/${name}/listeners/${id}`, { name, type: place.type }, (some) => {
        const before = Object.hasOwn(some, place.name) ? (some[place.name] as Body) : undefined // a listener
        if (!before) throw new AppError('BAD_REQUEST', `Listener ${id} not found`)
        const { authentication } = before
        return { ...some, [place.name]: { ...read.settings, ...(authentication !== undefined && { authentication }) } }
      })
      return ok(await oneListener(name, id))
    },
    deleteGatewayListener: async ({ params: { name, id } }, call) => {
      const { type, name: own } = requireListener(configuration, name, id)
      await changeListeners(call, `DELETE /gateways/${name}/listeners/${id}`, { name, type }, (some) => {
        const { [own]: _, ...others } = some
        return others
      })
      return noContent
    },
  }
}

interface ReadListener {
  readonly type: keyof typeof gatewayListenerStructs
  readonly own: string
  /** As sent, because a secret may be `******`. */
  readonly settings: Body
}

/** @throws {AppError} 400 that names the field */
function readListener({ name: gateway, transports }: GatewayManifest, body: Body): ReadListener {
  for (const field of ['bind', 'name', 'type'])
    if (body[field] === undefined || body[field] === null) throw new AppError('BAD_REQUEST', `${field} is required`)
  const { name: own, type: asked, ...rest } = body
  const type = transports.find((one) => one === asked)
  if (!type) throw invalidField('type', `must be one of ${transports.join(', ')} for the gateway ${gateway}`, asked)
  if (typeof own !== 'string' || !isListenerName(own))
    throw invalidField('name', 'must begin with a letter or digit and contain only letters, digits, - and _', own)
  const settings = Object.fromEntries(Object.entries(rest).filter(([field]) => !observed.includes(field)))
  requireValid(gatewayListenerStructs[type].schema, settings)
  return { type, own, settings }
}

/** By type and name. */
function readListeners(manifest: GatewayManifest, listeners: unknown): Record<string, Record<string, Body>> {
  if (!Array.isArray(listeners)) throw invalidField('listeners', 'must be a list', listeners)
  const read: Record<string, Record<string, Body>> = {}
  for (const one of listeners as readonly unknown[]) {
    if (typeof one !== 'object' || one === null) throw invalidField('listeners', 'must be a list of objects', one)
    // A GET also has the authenticator, which has endpoints of its own.
    const { authentication: _, ...body } = one as Body
    const { type, own, settings } = readListener(manifest, body)
    const some = read[type] ?? {}
    read[type] = some
    if (Object.hasOwn(some, own)) throw invalidField('listeners', 'contains a name twice', own)
    some[own] = settings
  }
  return read
}

/** EMQX ignores the listeners of a loaded gateway. Here they must be those of the gateway. @throws {AppError} */
function requireSameListeners(manifest: GatewayManifest, before: StoredGateway, given: Body): void {
  const complete = (type: string, settings: Body) => {
    const { schema } = gatewayListenerStructs[type as ReadListener['type']] // one of its transports
    const { authentication: _, ...own } = settings
    return schema.parse(own)
  }
  const allOf = (byType: Readonly<Record<string, unknown>>) =>
    new Map(
      Object.entries(byType).flatMap(([type, some]) =>
        Object.entries(some as Readonly<Record<string, Body>>).map(
          ([own, one]) => [`${type}:${own}`, complete(type, one)] as const,
        ),
      ),
    )
  if (isDeepStrictEqual(allOf(before.listeners), allOf(given))) return
  throw invalidField(
    'listeners',
    `cannot be changed here. Use /gateways/${manifest.name}/listeners to change the listeners of a loaded gateway`,
    undefined,
  )
}

function requireValid(schema: Parameters<typeof inspectInput>[0], value: unknown): void {
  const read = inspectInput(schema, value, 'root')
  if ('error' in read) throw read.error
}

const invalidField = (field: string, reason: string, value: unknown) =>
  new AppError('BAD_REQUEST', JSON.stringify({ value, reason, path: `root.${field}`, kind: 'validation_error' }))
