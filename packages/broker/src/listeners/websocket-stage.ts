import { createServer, type IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Clock } from '@mqdeck/kit'
import { type PerMessageDeflateOptions, type WebSocket, WebSocketServer } from 'ws'
import { canonicalAddress } from './address.ts'
import type { ListenerSettings } from './settings.ts'
import type { Peer, Transport } from './transport.ts'
import { fromWebSocket } from './websocket-transport.ts'

export type WebSocketSettings = Extract<ListenerSettings, { type: 'ws' | 'wss' }>['websocket']

interface WebSocketPorts {
  readonly clock: Clock
  maxPacketSize(): number
  countRefusal(): void
  onUpgraded(socket: Socket, toTransport: (peer: Peer) => Transport): void
}

/** If `max_frame_size` is unlimited, the limit is this or the maximum packet size: the client is not authenticated yet. */
const defaultMaxMessageSize = 16 * 1024 * 1024

/** Upgrades requests on the path to WebSockets. Answers 404 for other paths, 400 for the subprotocol, 403 for the origin. */
export function createWebSocketStage(
  settings: WebSocketSettings,
  ports: WebSocketPorts,
): { start(socket: Socket): void } {
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
    const status = refusal(request, settings)
    if (status !== undefined) {
      ports.countRefusal()
      socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      socket.destroySoon()
      return
    }
    webSockets.options.maxPayload = Number.isFinite(settings.max_frame_size)
      ? settings.max_frame_size
      : Math.max(defaultMaxMessageSize, ports.maxPacketSize())
    webSockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      // There is no other error listener until the connection adds its own.
      webSocket.on('error', ignore)
      ports.onUpgraded(socket, (peer) =>
        fromWebSocket(webSocket, socket, forwarded(request, settings, peer), settings, ports.clock),
      )
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

function refusal(request: IncomingMessage, settings: WebSocketSettings): string | undefined {
  if (pathOf(request) !== settings.mqtt_path) return '404 Not Found'
  if (!isFromAllowedOrigin(request.headers.origin, settings)) return '403 Forbidden'
  const header = request.headers['sec-websocket-protocol']
  if (header === undefined) return settings.fail_if_no_subprotocol ? '400 Bad Request' : undefined
  const offered = new Set(header.split(',').map((name) => name.trim()))
  return pickProtocol(offered, settings) === undefined ? '400 Bad Request' : undefined
}

function isFromAllowedOrigin(origin: string | undefined, settings: WebSocketSettings): boolean {
  if (!settings.check_origin_enable) return true
  return origin === undefined ? settings.allow_origin_absence : settings.check_origins.includes(origin)
}

/** The first offered one that is supported [MQTT-6.0.0-4]. */
const pickProtocol = (offered: Set<string>, { supported_subprotocols }: WebSocketSettings): string | undefined =>
  [...offered].find((name) => supported_subprotocols.includes(otherNames[name] ?? name))

/** The subprotocol name of MQTT 3.1 clients. */
const otherNames: Readonly<Record<string, string>> = { 'mqttv3.1': 'mqtt-v3' }

/** The client address from the headers of a reverse proxy. The first address is the client's, those of proxies follow. */
function forwarded({ headers }: IncomingMessage, settings: WebSocketSettings, peer: Peer): Peer {
  const firstOf = (name: string) => {
    const value = name === '' ? undefined : headers[name.toLowerCase()]
    return (Array.isArray(value) ? value.join(',') : value)?.split(',')[0]?.trim() ?? ''
  }
  const host = firstOf(settings.proxy_address_header)
  const port = firstOf(settings.proxy_port_header)
  return {
    ...peer,
    ...(isIP(host) !== 0 && { host: canonicalAddress(host) }),
    ...(/^\d{1,5}$/.test(port) && Number(port) <= 65_535 && { port: Number(port) }),
  }
}

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
