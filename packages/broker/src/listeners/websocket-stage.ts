import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@mqdeck/kit'
import { type PerMessageDeflateOptions, type WebSocket, WebSocketServer } from 'ws'
import type { Peer, Transport } from './transport.ts'
import type { WebClient, WebClients, WebSocketSettings } from './web-clients.ts'
import { fromWebSocket } from './websocket-transport.ts'

interface WebSocketPorts {
  readonly clock: Clock
  /** Address that the listener is bound to. */
  readonly bind: string
  readonly clients: WebClients
  maxPacketSize(): number
  countRefusal(): void
  /** The other end of a connection. Undefined if it is closed. */
  peerOf(socket: Socket): Peer | undefined
  onUpgraded(socket: Socket, transport: Transport): void
}

/** If `max_frame_size` is unlimited, the limit is this or the maximum packet size: the client is not authenticated yet. */
const defaultMaxMessageSize = 16 * 1024 * 1024

/** Upgrades requests on the path to WebSockets. Answers 404 for other paths, 400 for the subprotocol, 403 for the origin. */
export function createWebSocketStage(
  settings: WebSocketSettings,
  ports: WebSocketPorts,
): { start(socket: Socket): void } {
  const { clients } = ports
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: settings.compress ? deflateOf(settings.deflate_opts) : false,
    clientTracking: false,
    skipUTF8Validation: !settings.validate_utf8,
    handleProtocols: (offered) => pickProtocol(offered, settings) ?? false,
  })
  const server = createServer((_request, response) => {
    response.writeHead(404, { Connection: 'close' }).end()
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const peer = ports.peerOf(socket)
    if (!peer) return void socket.destroy()
    const client = clients.identify(request, peer, settings)
    const refused = refusal(request, client, settings, ports)
    if (refused !== undefined) {
      const [status, reason = ''] = refused
      ports.countRefusal()
      socket.write(
        `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${reason.length}\r\n\r\n${reason}`,
      )
      socket.destroySoon()
      return
    }
    webSockets.options.maxPayload = Number.isFinite(settings.max_frame_size)
      ? settings.max_frame_size
      : Math.max(defaultMaxMessageSize, ports.maxPacketSize())
    webSockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      // There is no other error listener until the connection adds its own.
      webSocket.on('error', ignore)
      ports.onUpgraded(socket, fromWebSocket(webSocket, socket, client.peer, settings, ports.clock))
    })
  })
  return {
    start: (socket) => {
      server.emit('connection', socket)
    },
  }
}

const ignore = () => {}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0]

type Refusal = readonly [status: string, reason?: string]

function refusal(
  request: IncomingMessage,
  client: WebClient,
  settings: WebSocketSettings,
  { clients, bind }: Pick<WebSocketPorts, 'clients' | 'bind'>,
): Refusal | undefined {
  if (pathOf(request) !== settings.mqtt_path) return ['404 Not Found']
  if (!isFromAllowedOrigin(request.headers.origin, settings)) return ['403 Forbidden']
  if (clients.isForeignPage(request, client, bind, settings)) return ['403 Forbidden', foreignPage]
  const header = request.headers['sec-websocket-protocol']
  if (header === undefined) return settings.fail_if_no_subprotocol ? ['400 Bad Request'] : undefined
  const offered = new Set(header.split(',').map((name) => name.trim()))
  return pickProtocol(offered, settings) === undefined ? ['400 Bad Request'] : undefined
}

const foreignPage =
  'This listener is on a loopback address and accepts only pages and host names of this machine. ' +
  'Add the origin to check_origins of the listener, the host name to dashboard.allowed_hosts, ' +
  'or the reverse proxy to trusted_proxies.\n'

function isFromAllowedOrigin(origin: string | undefined, settings: WebSocketSettings): boolean {
  if (!settings.check_origin_enable) return true
  return origin === undefined ? settings.allow_origin_absence : settings.check_origins.includes(origin)
}

/** The first offered subprotocol that is supported [MQTT-6.0.0-4]. */
const pickProtocol = (offered: Set<string>, { supported_subprotocols }: WebSocketSettings): string | undefined =>
  [...offered].find((name) => supported_subprotocols.includes(otherNames[name] ?? name))

/** The subprotocol name of MQTT 3.1 clients. */
const otherNames: Readonly<Record<string, string>> = { 'mqttv3.1': 'mqtt-v3' }

type DeflateSettings = WebSocketSettings['deflate_opts']

const levels = { none: 0, default: -1, best_compression: 9, best_speed: 1 } as const
const strategies = { default: 0, filtered: 1, huffman_only: 2, rle: 3 } as const

function deflateOf(settings: DeflateSettings): PerMessageDeflateOptions {
  const { server_max_window_bits, client_max_window_bits, mem_level, level = 'default', strategy } = settings
  return {
    zlibDeflateOptions: { level: levels[level], memLevel: mem_level, strategy: strategies[strategy] },
    serverNoContextTakeover: settings.server_context_takeover === 'no_takeover',
    clientNoContextTakeover: settings.client_context_takeover === 'no_takeover',
    serverMaxWindowBits: server_max_window_bits,
    // Setting it to 15 would deny compression to clients that cannot limit their window.
    ...(client_max_window_bits < 15 && { clientMaxWindowBits: client_max_window_bits }),
  }
}
