import { isDeepStrictEqual } from 'node:util'
import { certificateInterval, createCertificateReload, readTlsMaterial } from '@mqdeck/broker'
import { type Clock, inOrder, type Log } from '@mqdeck/kit'
import { withFolder } from './broker-config/folder-variables.ts'
import type { RootPlain } from './broker-config/roots.ts'
import type { WebListener, WebListeners } from './http/web-listeners.ts'

type Settings = RootPlain<'dashboard'>['listeners']
type Http = NonNullable<Settings['http']>
type Https = NonNullable<Settings['https']>

/** Applies the listener settings of the dashboard. Changes run one after another. */
export interface DashboardListeners {
  /** @throws {ListenerError} (rejects) if a listener cannot start; nothing has changed then */
  update(settings: Settings): Promise<void>
  /** Reloads the certificate files. If they are invalid, logs the error and keeps the previous certificate. */
  reload(): Promise<void>
  /** Stops watching the files. */
  stop(): void
}

export interface DashboardListenersOptions {
  readonly web: WebListeners
  /** The data folder. */
  readonly folder: string
  /** Address of a listener that has only a port. */
  readonly bind: string
  readonly clock: Clock
  readonly log: Log
}

export function createDashboardListeners({
  web,
  folder,
  bind,
  clock,
  log,
}: DashboardListenersOptions): DashboardListeners {
  const reloadLogged = createCertificateReload(log)
  let inForce: Settings = {}
  const inTurn = inOrder()

  const toSecure = async (https: Https): Promise<WebListener | undefined> => {
    const listener = toListener(https, bind)
    if (!listener) return undefined
    const settings = withFolder(https.ssl_options, folder)
    return { ...listener, tls: { settings, material: await readTlsMaterial('https', settings) } }
  }
  const listen = async ({ http, https }: Settings): Promise<boolean> =>
    web.update({ http: http && toListener(http, bind), https: https && (await toSecure(https)) })

  const reload = async () => {
    if (inForce.https) await reloadLogged({ id: 'https:dashboard', reload: () => listen(inForce) })
  }
  const watching = clock.every(certificateInterval, () => void inTurn(reload))
  return {
    update: (settings) =>
      inTurn(async () => {
        // Other changes of the dashboard settings do not affect the certificate.
        if (isDeepStrictEqual(settings, inForce)) return
        await listen(settings)
        inForce = settings
      }),
    reload: () => inTurn(reload),
    stop: watching,
  }
}

function toListener(
  { bind: { host, port }, backlog, max_connections, inet6, ipv6_v6only }: Http,
  usualHost: string,
): WebListener | undefined {
  if (host === undefined && port === 0) return undefined
  return {
    host: host ?? (inet6 ? '::' : usualHost),
    port,
    backlog,
    maxConnections: max_connections,
    ipv6Only: ipv6_v6only,
  }
}
