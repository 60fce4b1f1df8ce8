import {
  type AuthenticatorUser,
  createAuthenticatorUser,
  deleteAuthenticatorUser,
  type EndpointShape,
  importAuthenticatorUsers,
  listAuthenticatorUsers,
  updateAuthenticatorUser,
} from '@mqdeck/contract'
import {
  type ChangeDefinition,
  defineChange,
  defineQuery,
  type Paging,
  type QueryDefinition,
  type RowPage,
} from '../../../../api/index.ts'
import { type PasswordMode, passwordModes } from './import-templates.ts'

/** ID of an authenticator with the built-in database, or of the gateway or gateway listener that has it. */
interface ById {
  readonly id: string
}

interface UserSearch extends ById, Paging {
  readonly like: string | undefined
  readonly superusers: boolean | undefined
}

interface UserSettings extends ById, AuthenticatorUser {
  readonly password: string
}

interface UserKey extends ById {
  readonly user_id: string
}

/** The properties of the authenticator that the pages need. */
export interface AuthenticatorOfUsers extends ById {
  readonly mechanism: string
  readonly user_id_type?: unknown
  readonly password_hash_algorithm?: unknown
}

/** The requests about the users of one place: the chain of the broker, or the authenticators of gateways. */
export interface UserCalls {
  readonly query: QueryDefinition<UserSearch, RowPage<AuthenticatorUser>>
  readonly add: ChangeDefinition<UserSettings, AuthenticatorUser>
  readonly edit: ChangeDefinition<UserSettings, AuthenticatorUser>
  readonly remove: ChangeDefinition<UserKey, undefined>
  readonly import: (
    id: string,
    mode: PasswordMode,
  ) => {
    readonly endpoint: EndpointShape & { readonly upload: string }
    readonly params: Readonly<Record<string, string>>
    readonly query?: { readonly type: PasswordMode }
  }
  /** Of passwords in imported files. */
  readonly modes: readonly PasswordMode[]
}

/** The query string of a search. */
export const userQueryOf = ({ page, limit, like, superusers }: UserSearch) => ({
  page,
  limit,
  ...(like !== undefined && { like_user_id: like }),
  ...(superusers !== undefined && { is_superuser: superusers }),
})

const usersQuery = defineQuery<UserSearch, RowPage<AuthenticatorUser>>({
  name: 'authenticator-users',
  async load(call, search, signal) {
    const { data, meta } = await call(listAuthenticatorUsers, {
      params: { id: search.id },
      query: userQueryOf(search),
      signal,
    })
    return { rows: data, total: meta.count, hasNext: meta.hasnext }
  },
})

/** The users of the broker's authenticators. */
export const authenticatorUsers: UserCalls = {
  query: usersQuery,
  add: defineChange({
    apply: (call, { id, user_id, password, is_superuser }) =>
      call(createAuthenticatorUser, { params: { id }, body: { user_id, password, is_superuser } }),
    invalidates: [usersQuery],
  }),
  edit: defineChange({
    apply: (call, { id, user_id, password, is_superuser }) =>
      call(updateAuthenticatorUser, { params: { id, user_id }, body: { password, is_superuser } }),
    invalidates: [usersQuery],
  }),
  remove: defineChange({
    apply: (call, params) => call(deleteAuthenticatorUser, { params }),
    invalidates: [usersQuery],
  }),
  import: (id, mode) => ({ endpoint: importAuthenticatorUsers, params: { id }, query: { type: mode } }),
  modes: passwordModes,
}
