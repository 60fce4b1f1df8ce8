import { type AuthnUsers, readUsersFile } from '@mqdeck/access'
import { type AuthenticatorSettings, authenticatorId, gatewayAuthenticator } from '@mqdeck/access/catalog'
import { AppError, type GatewayAuthenticator, masked, noContent, ok } from '@mqdeck/contract'
import type { View } from '../../../broker-config/configuration.ts'
import { readRoot } from '../../../broker-config/read-root.ts'
import type { Call } from '../../../http/mount.ts'
import { requireHash, requireSchemaSelector } from '../access/chains.ts'
import { authorOf, type HandlersOf } from '../management.ts'
import { gatewayChain } from './chains.ts'
import { type GatewayContext, parseId, requireListener, requireStored } from './lookup.ts'

/** The owner of an authenticator: a gateway, or one of its listeners. */
interface Owner {
  readonly name: string
  readonly id?: string
}

interface Upload {
  readonly type: 'plain' | 'hash'
}

export function gatewayAuthenticationHandlers(services: GatewayContext): HandlersOf<'gatewayAccess'> {
  const { configuration, gateways } = services

  const pathOf = ({ name, id }: Owner) =>
    `/gateways/${name}${id === undefined ? '' : `/listeners/${id}`}/authentication`
  const labelOf = ({ name, id }: Owner) => id ?? name
  const chainOf = ({ name, id }: Owner) => id ?? gatewayChain(name)
  const find = (view: Pick<View, 'get'>, { name, id }: Owner): AuthenticatorSettings | undefined =>
    id === undefined
      ? requireStored(view, name).authentication
      : requireListener(view, name, id).settings.authentication

  const change = (
    owner: Owner,
    call: Call,
    method: string,
    make: (before: AuthenticatorSettings | undefined) => unknown,
  ) =>
    configuration.change(
      (view) => {
        const { name, id } = owner
        const all = view.get('gateway')
        const gateway = requireStored(view, name)
        const authentication = make(find(view, owner))
        if (id === undefined) return { gateway: { ...all, [name]: { ...gateway, authentication } } }
        const { type, name: own, settings } = requireListener(view, name, id)
        const some = { ...gateway.listeners[type], [own]: { ...settings, authentication } }
        return { gateway: { ...all, [name]: { ...gateway, listeners: { ...gateway.listeners, [type]: some } } } }
      },
      authorOf(call, `${method} ${pathOf(owner)}`),
    )

  /** A missing listener is 400 in changes of its authenticator, as in EMQX. */
  const requireOwner = ({ name, id }: Owner) => {
    const { listeners } = requireStored(configuration, name)
    if (id === undefined) return
    const place = parseId(name, id)
    if (!Object.hasOwn(listeners[place.type] ?? {}, place.name))
      throw new AppError('BAD_REQUEST', `Listener ${id} not found`)
  }
  const read = (owner: Owner, { id: _, chain_name: __, ...body }: Readonly<Record<string, unknown>>) => {
    requireOwner(owner)
    refuseUnsupported(body)
    requireSchemaSelector(body)
    requireHash(body)
    return readRoot(gatewayAuthenticator.schema, body, 'root')
  }
  const shown = (owner: Owner): GatewayAuthenticator => {
    const settings = find(configuration, owner)
    if (!settings) throw new Error('it was configured by this call')
    return listed(owner, settings)
  }
  const listed = (owner: Owner, settings: AuthenticatorSettings): GatewayAuthenticator => ({
    chain_name: chainOf(owner),
    id: authenticatorId(settings),
    ...masked(gatewayAuthenticator, settings),
  })
  const usersOf = (owner: Owner): AuthnUsers => {
    const settings = find(configuration, owner)
    if (!settings)
      throw new AppError('RESOURCE_NOT_FOUND', `Resource not found. path: ${configPathOf(owner)}.authentication`)
    const users = gateways.chains.get(chainOf(owner))?.users(authenticatorId(settings))
    if (!users) throw new AppError('BAD_REQUEST', 'User error: unsupported_operation')
    return users
  }

  const get = (owner: Owner) => {
    const settings = find(configuration, owner)
    return settings ? ok(listed(owner, settings)) : noContent
  }
  const create = async (owner: Owner, body: Readonly<Record<string, unknown>>, call: Call) => {
    const settings = read(owner, body)
    await change(owner, call, 'POST', (before) => {
      if (before) throw new AppError('BAD_REQUEST', `The authentication already exist on ${labelOf(owner)}`)
      return settings
    })
    return { status: 201, body: shown(owner) } as const
  }
  const update = async (owner: Owner, body: Readonly<Record<string, unknown>>, call: Call) => {
    const settings = read(owner, body)
    await change(owner, call, 'PUT', (before) => {
      if (!before) throw new AppError('BAD_REQUEST', `The authentication not found on ${labelOf(owner)}`)
      return settings
    })
    return ok(shown(owner))
  }
  const remove = async (owner: Owner, call: Call) => {
    if (find(configuration, owner)) await change(owner, call, 'DELETE', () => undefined)
    return noContent
  }
  const list = async (owner: Owner, query: Parameters<AuthnUsers['list']>[0]) => {
    const { data, count } = await usersOf(owner).list(query)
    const { page, limit } = query
    const meta = { count, hasnext: count > page * limit, limit, page }
    return { status: 200 as const, body: { data: [...data], meta } }
  }
  const getUser = (owner: Owner, uid: string) => {
    const user = usersOf(owner).get(uid)
    if (!user) throw new AppError('NOT_FOUND', 'User not found')
    return ok(user)
  }
  const removeUser = async (owner: Owner, uid: string) => {
    await usersOf(owner).remove(uid)
    return noContent
  }
  const upload = async (owner: Owner, { type }: Upload, call: Call) => {
    const users = usersOf(owner)
    const { filename, content } = await call.upload()
    return ok(await users.import(await readUsersFile(content, filename, type), 'override'))
  }

  return {
    getGatewayAuthenticator: ({ params }) => get(params),
    createGatewayAuthenticator: ({ params, body }, call) => create(params, body, call),
    updateGatewayAuthenticator: ({ params, body }, call) => update(params, body, call),
    deleteGatewayAuthenticator: ({ params }, call) => remove(params, call),
    listGatewayUsers: ({ params, query }) => list(params, query),
    createGatewayUser: async ({ params, body }) => ({ status: 201, body: await usersOf(params).add(body) }),
    getGatewayUser: ({ params: { uid, ...owner } }) => getUser(owner, uid),
    updateGatewayUser: async ({ params: { uid, ...owner }, body }) => ok(await usersOf(owner).update(uid, body)),
    deleteGatewayUser: ({ params: { uid, ...owner } }) => removeUser(owner, uid),
    importGatewayUsers: ({ params, query }, call) => upload(params, query, call),
    getListenerAuthenticator: ({ params }) => get(params),
    createListenerAuthenticator: ({ params, body }, call) => create(params, body, call),
    updateListenerAuthenticator: ({ params, body }, call) => update(params, body, call),
    deleteListenerAuthenticator: ({ params }, call) => remove(params, call),
    listListenerUsers: ({ params, query }) => list(params, query),
    createListenerUser: async ({ params, body }) => ({ status: 201, body: await usersOf(params).add(body) }),
    getListenerUser: ({ params: { uid, ...owner } }) => getUser(owner, uid),
    updateListenerUser: async ({ params: { uid, ...owner }, body }) => ok(await usersOf(owner).update(uid, body)),
    deleteListenerUser: ({ params: { uid, ...owner } }) => removeUser(owner, uid),
    importListenerUsers: ({ params, query }, call) => upload(params, query, call),
  }
}

/** As in messages of EMQX. */
function configPathOf({ name, id }: Owner): string {
  if (id === undefined) return `gateway.${name}`
  const { type, name: own } = parseId(name, id)
  return `gateway.${name}.listeners.${type}.${own}`
}

/** @throws {AppError} with EMQX's message, which names mechanism and backend */
function refuseUnsupported({ mechanism, backend }: Readonly<Record<string, unknown>>): void {
  if (mechanism !== 'scram') return
  const message = {
    reason: 'unsupported_mechanism',
    path: 'root',
    mechanism,
    kind: 'validation_error',
    ...(backend !== undefined && { backend }),
  }
  throw new AppError('BAD_REQUEST', JSON.stringify(message))
}
