import { deployment } from '../data/deployment.ts'
import type { SessionKeeper } from '../data/index.ts'
import { acceptedCertificates } from './accepted-certificates.ts'

/** Opens WebSockets to listeners, also those that this page's server passes on: they want the session's token. */
export function socketOpener(session: SessionKeeper): (url: string, protocols: readonly string[]) => WebSocket {
  return (url, protocols) => {
    // Asked for each time: the token is another one after a renewal.
    const token = session.current.get()?.token
    const listener = deployment.listenerBehind(url)
    const fingerprint = listener === undefined ? undefined : acceptedCertificates.get()[listener]
    return new WebSocket(url, [...deployment.webSocketProtocols(url, protocols, token, fingerprint)])
  }
}
