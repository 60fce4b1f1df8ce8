import { isDeepStrictEqual } from 'node:util'
import { certificateInterval, createCertificateReload, readTlsMaterial } from '@mqdeck/broker'
import { type Clock, inOrder, type Log } from '@mqdeck/kit'
import { withFolder } from './broker-config/places.ts'
import type { RootPlain } from './broker-config/roots.ts'
import type { WebListener, WebListeners } from './http/web-listeners.ts'

type Settings = RootPlain<'dashboard'>['listeners']
type Http = NonNullable<Settings['http']>
type Https = NonNullable<Settings['https']>

/** Lets the dashboard listen where its settings say. Changes come one after another. */
export interface DashboardListeners {
  /** @throws {ListenerError} (rejects) for what cannot be had; everything is as before then */
  update(settings: Settings): Promise<void>
  /** Reads the files of the certificate again; what cannot be used is logged, and the one before stays. */
  reload(): Promise<void>
  /** The files are no longer looked at. */
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
        // What else of the dashboard changes has nothing to do with its certificate.
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
