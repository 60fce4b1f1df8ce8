import { type Authentication, type AuthnUsers, readUserList, readUsersFile } from '@mqdeck/access'
import { type AuthenticatorSettings, authenticator, authenticatorId } from '@mqdeck/access/catalog'
import { AppError, type Authenticator, type ListedAuthenticator, masked, noContent, ok } from '@mqdeck/contract'
import { readRoot } from '../../../broker-config/read-root.ts'
import type { Call } from '../../../http/mount.ts'
import { inOrder, moved, requireHash, requireSchemaSelector, toMemberStatus } from '../access/chains.ts'
import type { Access } from '../access/service.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf } from '../management.ts'

type Chain = readonly AuthenticatorSettings[]

export function authenticationHandlers({
  configuration,
  authentication,
  nodes,
}: BrokerContext & Access): HandlersOf<'authentication'> {
  const change = (call: Call, what: string, make: (chain: Chain) => Chain) =>
    configuration.change((view) => ({ authentication: make(view.get('authentication')) }), authorOf(call, what))
  const stateOf = nodes.operation((id: string) => required(authentication.member(id), id))
  const usersOf = (id: string) => requiredUsers(configuration.get('authentication'), authentication, id)

  return {
    listAuthenticators: () => ok(configuration.shown('authentication').map(listed)),
    createAuthenticator: async ({ body }, call) => {
      requireSchemaSelector(body)
      requireHash(body)
      const settings = readRoot(authenticator.schema, body, 'root')
      const id = authenticatorId(settings)
      await change(call, 'POST /authentication', (chain) => {
        if (chain.some((one) => authenticatorId(one) === id))
          throw new AppError('ALREADY_EXISTS', `Authenticator '${id}' already exists`)
        return [...chain, settings]
      })
      return ok(listed(masked(authenticator, requireIn(configuration.get('authentication'), id))))
    },
    orderAuthenticators: async ({ body }, call) => {
      const ids = body.map(({ id }) => id)
      await change(call, 'PUT /authentication/order', (chain) => inOrder(chain, authenticatorId, ids, 'Authenticators'))
      return noContent
    },
    getAuthenticator: ({ params: { id } }) => ok(listed(requireIn(configuration.shown('authentication'), id))),
    updateAuthenticator: async ({ params: { id }, body }, call) => {
      requireIn(configuration.get('authentication'), id)
      requireSchemaSelector(body)
      requireHash(body)
      const settings = readRoot(authenticator.schema, withoutOwnId(body, id), 'root')
      if (authenticatorId(settings) !== id)
        throw new AppError('BAD_REQUEST', 'The mechanism and the backend of an authenticator cannot be changed')
      await change(call, `PUT /authentication/${id}`, (chain) => {
        requireIn(chain, id)
        return chain.map((one) => (authenticatorId(one) === id ? settings : one))
      })
      return noContent
    },
    deleteAuthenticator: async ({ params: { id } }, call) => {
      await change(call, `DELETE /authentication/${id}`, (chain) => {
        const found = requireIn(chain, id)
        return chain.filter((one) => one !== found)
      })
      return noContent
    },
    moveAuthenticator: async ({ params: { id, position } }, call) => {
      await change(call, `PUT /authentication/${id}/position/${position}`, (chain) =>
        moved(chain, (one) => requireIn(chain, one), id, position),
      )
      return noContent
    },
    getAuthenticatorStatus: async ({ params: { id } }) => ok(toMemberStatus(await stateOf.onAll(id))),
    listAuthenticatorUsers: async ({ params: { id }, query }) => {
      const { data, count } = await usersOf(id).list(query)
      const { page, limit } = query
      return ok({ data: [...data], meta: { count, hasnext: count > page * limit, limit, page } })
    },
    createAuthenticatorUser: async ({ params: { id }, body }) => ({ status: 201, body: await usersOf(id).add(body) }),
    getAuthenticatorUser: ({ params: { id, user_id } }) => {
      const user = usersOf(id).get(user_id)
      if (!user) throw new AppError('NOT_FOUND', 'User not found')
      return ok(user)
    },
    updateAuthenticatorUser: async ({ params: { id, user_id }, body }) => ok(await usersOf(id).update(user_id, body)),
    deleteAuthenticatorUser: async ({ params: { id, user_id } }) => {
      await usersOf(id).remove(user_id)
      return noContent
    },
    importAuthenticatorUsers: async ({ params: { id }, query: { type }, body }, call) => {
      const users = usersOf(id)
      if (body) return ok(await users.import(readUserList(body, type), 'override'))
      const { filename, content } = await call.upload()
      return ok(await users.import(await readUsersFile(content, filename, type), 'override'))
    },
  }
}

const listed = (settings: AuthenticatorSettings): ListedAuthenticator => ({
  id: authenticatorId(settings),
  ...settings,
})

/** Fields of `GET` that pages send back. */
function withoutOwnId({ id: named, ...settings }: Authenticator, id: string): unknown {
  return named === undefined || named === id ? settings : { id: named, ...settings }
}

function required<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new AppError('NOT_FOUND', `Authenticator '${id}' does not exist`)
  return found
}

const requireIn = (chain: Chain, id: string) =>
  required(
    chain.find((one) => authenticatorId(one) === id),
    id,
  )

function requiredUsers(chain: Chain, authentication: Authentication, id: string): AuthnUsers {
  requireIn(chain, id)
  const users = authentication.users(id)
  if (!users) throw new AppError('BAD_REQUEST', 'Operation not supported in this authentication type')
  return users
}
