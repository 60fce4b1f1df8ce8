import { validateTopicFilter } from '@mqdeck/broker'
import { messageOf, parseExHookUrl } from '@mqdeck/contract'
import { expectedName, grpcCredentials } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import type { HookSpec } from './answers.ts'
import { type ExHookProtocol, type HookName, isHookName, isMessageHook, loadProtocol } from './protocol.ts'
import { openProvider, type Provider } from './provider.ts'
import { type BrokerIdentity, toMeta } from './requests.ts'
import type { ExHookSettings } from './settings.ts'

/** A hook that the server chose, with topic filters if it is for messages; none for all topics. */
export interface ChosenHook {
  readonly name: HookName
  readonly topics: readonly string[]
}

export interface LoadedProvider {
  readonly provider: Provider
  readonly protocol: ExHookProtocol
  readonly hooks: readonly ChosenHook[]
}

export interface LoadOptions {
  readonly settings: ExHookSettings
  readonly identity: BrokerIdentity
  /** When the broker was started, milliseconds since the epoch. */
  readonly startedAt: number
  readonly now: () => number
  /** Folder that relative file names in settings are resolved against. */
  readonly folder: string
}

/** Milliseconds. A server that takes longer to choose its hooks is tried again. */
const maxLoadMs = 30_000

/**
 * Reads the certificates of a server.
 * @throws {SettingsError} (rejects) that names the field: `url`, `ssl.certfile`
 */
export async function readCredentials(
  { grpc }: Pick<ExHookProtocol, 'grpc'>,
  { url, ssl }: ExHookSettings,
  folder: string,
) {
  const address = parseExHookUrl(url)
  if (!address) throw new SettingsError('url', 'must be a URL with scheme, host and port')
  if (!address.isTls) return { address, credentials: grpc.credentials.createInsecure(), serverName: undefined }
  try {
    const credentials = await grpcCredentials({ grpc }, ssl, { host: address.host, folder })
    return { address, credentials, serverName: ssl.server_name_indication && expectedName(ssl, address.host) }
  } catch (error) {
    const [, field, reason] = /^(ssl\.\w+): (.*)$/s.exec(messageOf(error)) ?? []
    throw new SettingsError(field ?? 'ssl', reason ?? messageOf(error))
  }
}

/** Connects and asks the server for its hooks. Rejects with the reason if that is not possible. */
export async function loadProvider({
  settings,
  identity,
  startedAt,
  now,
  folder,
}: LoadOptions): Promise<LoadedProvider> {
  const protocol = await loadProtocol()
  const provider = openProvider({ protocol, settings, ...(await readCredentials(protocol, settings, folder)) })
  try {
    const { version, sysdescr } = identity
    const datetime = new Date(now()).toISOString().replace('Z', '+00:00')
    const broker = { version, sysdescr, uptime: now() - startedAt, datetime }
    const timeout = Math.min(settings.request_timeout, maxLoadMs)
    const answer = await provider.call('OnProviderLoaded', '', { broker, meta: toMeta(identity) }, timeout)
    return { provider, protocol, hooks: checkHooks(protocol.readHooks(answer)) }
  } catch (error) {
    provider.close()
    throw error
  }
}

/** Announces the end of the calls to the server, and closes the connections. Does not wait for a server that does not answer. */
export async function unloadProvider(
  provider: Provider,
  identity: BrokerIdentity,
  { request_timeout }: ExHookSettings,
): Promise<void> {
  const timeout = Math.min(request_timeout, maxUnloadMs)
  await provider.call('OnProviderUnloaded', '', { meta: toMeta(identity) }, timeout).catch(() => {})
  provider.close()
}

const maxUnloadMs = 2000

/** By name, each once. As in EMQX, a server that chooses an unknown hook has none. */
function checkHooks(hooks: readonly HookSpec[]): readonly ChosenHook[] {
  const chosen = new Map<HookName, ChosenHook>()
  for (const { name, topics } of hooks) {
    if (!isHookName(name)) throw new Error(`the server chose the hook ${name}, which does not exist`)
    if (isMessageHook(name)) for (const topic of topics) checkFilter(name, topic)
    chosen.set(name, { name, topics: isMessageHook(name) ? topics : [] })
  }
  return [...chosen.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function checkFilter(hook: string, topic: string): void {
  try {
    validateTopicFilter(topic, Number.POSITIVE_INFINITY)
  } catch {
    throw new Error(`the server chose the topic filter ${topic} for the hook ${hook}, which is not valid`)
  }
}
