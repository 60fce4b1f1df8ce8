import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { ListenerSettings } from '../types.ts'
import { type Admit, tlsOptions } from './socket-server.ts'
import { fromWebSocket } from './websocket-transport.ts'

/** EMQX's `supported_subprotocols`, and the name that clients of MQTT 3.1 use. */
const subprotocols = ['mqtt', 'mqtt-v3', 'mqtt-v3.1.1', 'mqtt-v5', 'mqttv3.1']
/** One frame may hold many packets; each of them is measured by itself later. */
const longestFrame = 16 * 1024 * 1024

/**
 * MQTT over WebSocket, plain or over TLS. Other requests get 404. Without a subprotocol of MQTT the request is refused with 400, as
 * EMQX does with `fail_if_no_subprotocol`, its default.
 */
export function createWebSocketServer(settings: ListenerSettings, admit: Admit): Server {
  const path = settings.path ?? '/mqtt'
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: longestFrame,
    clientTracking: false,
    handleProtocols: pickProtocol,
  })
  const server = settings.type === 'wss' ? createTlsServer(tlsOptions(settings)) : createServer()
  server.on('request', (_request, response) => {
    response.writeHead(404).end()
  })
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy())
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => {})
    const refused = refusal(request, path)
    if (refused) {
      socket.end(`HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      // Until the connection listens, an error has no other listener.
      webSocket.on('error', () => {})
      admit(fromWebSocket(webSocket, socket))
    })
  })
  return server
}

function refusal(request: IncomingMessage, path: string): string | undefined {
  const [asked] = (request.url ?? '').split('?')
  if (asked !== path) return '404 Not Found'
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return pickProtocol(new Set(offered)) === false ? '400 Bad Request' : undefined
}

/** The first offered one that we know [MQTT-6.0.0-4]. */
const pickProtocol = (offered: Set<string>): string | false =>
  [...offered].find((name) => subprotocols.includes(name)) ?? false
