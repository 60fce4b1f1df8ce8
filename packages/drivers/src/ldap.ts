import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { messageOf, type ServerAddress } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import type { Client, Entry } from 'ldapts'
import { type CheckedConnection, checkedType } from './checked.ts'
import { AnswerError } from './errors.ts'
import { createPool } from './pool.ts'
import { readTlsOptions, type TlsSettings } from './tls.ts'

export interface LdapSearch {
  /** Distinguished name (RFC 4514) below which the search runs. */
  readonly base: string
  /** RFC 4515. */
  readonly filter: string
  readonly attributes: readonly string[]
}

export interface LdapEntry {
  readonly dn: string
  /** The values of a requested attribute. The name is case-insensitive. */
  readonly values: (attribute: string) => readonly string[]
}

/** A directory server with a connection pool. */
export interface LdapConnection extends CheckedConnection {
  /**
   * Returns at most two entries, which is enough to detect that there is more than one. None if the base does not exist.
   * @param ms in total
   * @throws {AnswerError} (rejects) the directory rejects the search, or the filter is invalid
   */
  readonly search: (search: LdapSearch, ms: number) => Promise<readonly LdapEntry[]>
  /**
   * Whether the directory accepts the password of the entry. Not for empty passwords, which directories accept as
   * anonymous (RFC 4513, 5.1.2).
   */
  readonly verify: (dn: string, password: string, ms: number) => Promise<boolean>
}

export interface LdapSettings {
  readonly server: ServerAddress
  /** Distinguished name of the user that searches. */
  readonly username: string
  readonly password: string | undefined
  readonly pool_size: number
  /** Milliseconds for opening a connection. */
  readonly request_timeout: number
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

type LdapPools = Omit<LdapConnection, 'check'>
type Ldapts = typeof import('ldapts')

export const ldapType = (settings: LdapSettings): ResourceType<LdapConnection> =>
  checkedType(async () => {
    const connection = await openPools(settings)
    return { ...connection, check: () => checkAlive(connection, settings) }
  })

/** Reads the root DSE (RFC 4512, 5.1). A permission error also shows that the directory responds. */
async function checkAlive({ search }: LdapPools, { request_timeout: ms }: LdapSettings): Promise<void> {
  await search({ base: '', filter: '(objectClass=*)', attributes: ['1.1'] }, ms).catch((error: unknown) => {
    if (!(error instanceof AnswerError)) throw error
  })
}

async function openPools(settings: LdapSettings): Promise<LdapPools> {
  const ldap = await import('ldapts')
  const { username, password = '', pool_size: size } = settings
  const destroy = (client: Client) => void client.unbind().catch(() => undefined)
  const searchers = createPool<Client>(
    {
      async open(onLost) {
        // After an automatic reconnect the connection would be anonymous.
        const client = await createClient(ldap, { ...settings, autoRebind: true }, onLost)
        try {
          await client.bind(username, password)
        } catch (error) {
          destroy(client)
          throw new Error(wordsOf(error))
        }
        return client
      },
      destroy,
    },
    size,
  )
  // A separate pool, because binding changes the user of a connection.
  const verifiers = createPool<Client>(
    { open: (onLost) => createClient(ldap, { ...settings, autoRebind: false }, onLost), destroy },
    size,
  )
  return {
    search: ({ base, filter, attributes }, ms) =>
      searchers.use(ms, async (client) => {
        const found = await answerOf(ldap, () =>
          client.search(base, {
            scope: base === '' ? 'base' : 'sub',
            derefAliases: 'always',
            filter: readFilter(ldap, filter),
            attributes: [...attributes],
            sizeLimit: 2,
            timeLimit: Math.ceil(ms / 1000),
          }),
        )
        return found === 'no such entry' ? [] : found.searchEntries.map(toEntry)
      }),
    verify: (dn, secret, ms) =>
      verifiers.use(ms, async (client) => {
        if (secret === '') return false
        try {
          await client.bind(dn, secret)
          return true
        } catch (error) {
          // Locked, expired or unable to bind: rejected in any case.
          const refusal = toQueryError(ldap, error)
          if (refusal instanceof AnswerError) return false
          throw refusal
        }
      }),
    close() {
      searchers.close()
      verifiers.close()
    },
  }
}

interface ClientSettings extends LdapSettings {
  /** It remembers the password for that. */
  readonly autoRebind: boolean
}

async function createClient(ldap: Ldapts, settings: ClientSettings, onLost: () => void): Promise<Client> {
  const { server, ssl, folder, request_timeout: timeoutMs, autoRebind } = settings
  const tls = await readTlsOptions(ssl, { host: server.host, folder })
  const watched = <S extends Socket>(socket: S): S => {
    socket.once('close', onLost)
    return socket
  }
  const { host, port } = server
  return new ldap.Client({
    url: `${tls ? 'ldaps' : 'ldap'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connectTimeout: timeoutMs,
    autoRebind,
    createConnection: () => watched(connectTcp({ host, port, noDelay: true })),
    createSecureConnection: () => watched(connectTls({ host, port, ...tls })),
  })
}

async function answerOf<T>(ldap: Ldapts, work: () => Promise<T>): Promise<T | 'no such entry'> {
  try {
    return await work()
  } catch (error) {
    // A username can result in an invalid distinguished name, such as an empty one.
    if (error instanceof ldap.NoSuchObjectError || error instanceof ldap.InvalidDNSyntaxError) return 'no such entry'
    throw toQueryError(ldap, error)
  }
}

function readFilter({ FilterParser }: Ldapts, filter: string) {
  try {
    return FilterParser.parseString(filter)
  } catch {
    throw new AnswerError('the filter is invalid')
  }
}

/** Only the result codes busy and unavailable are temporary. */
function toQueryError({ ResultCodeError, BusyError, UnavailableError }: Ldapts, error: unknown): Error {
  if (error instanceof AnswerError) return error
  const isAnswer =
    error instanceof ResultCodeError && !(error instanceof BusyError) && !(error instanceof UnavailableError)
  const message = wordsOf(error)
  return isAnswer ? new AnswerError(message) : new Error(message)
}

/** Directories often return only a code. The library has a name for each, such as `InvalidCredentialsError`. */
function wordsOf(error: unknown): string {
  const message = messageOf(error)
  if (!(error instanceof Error) || !message.startsWith(' Code:')) return message
  const name = error.name.replace(/Error$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return `${name.toLowerCase()} (${message.trim()})`
}

function toEntry({ dn, ...attributes }: Entry): LdapEntry {
  const values = new Map<string, readonly string[]>()
  for (const [name, given] of Object.entries(attributes)) {
    const texts = (Array.isArray(given) ? given : [given]).map((one) => one.toString())
    // The result contains an empty list for each requested attribute that the entry does not have.
    if (texts.length > 0) values.set(name.toLowerCase(), texts)
  }
  return { dn, values: (attribute) => values.get(attribute.toLowerCase()) ?? [] }
}
