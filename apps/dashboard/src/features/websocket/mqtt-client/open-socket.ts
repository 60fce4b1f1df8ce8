import { deployment } from '../../../api/deployment/deployment.ts'
import type { SessionKeeper } from '../../../api/index.ts'
import { acceptedCertificates } from './accepted-certificates.ts'

/** Opens WebSockets to listeners. Those proxied by the server of this page need the session token. */
export function socketOpener(session: SessionKeeper): (url: string, protocols: readonly string[]) => WebSocket {
  return (url, protocols) => {
    // Read for each socket, because the token changes when it is renewed.
    const token = session.current.get()?.token
    const listener = deployment.listenerBehind(url)
    const fingerprint = listener === undefined ? undefined : acceptedCertificates.get()[listener]
    return new WebSocket(url, [...deployment.webSocketProtocols(url, protocols, token, fingerprint)])
  }
}
