import type { Socket } from 'node:net'
import type { Clock } from '@mqdeck/kit'
import type { WebSocket } from 'ws'
import { lingerMs, type Peer, type Transport, textFrame } from './transport.ts'

/** RFC 6455, 7.4.1: unsupported frame type. */
const unsupportedData = 1003

/**
 * MQTT in the binary frames of a WebSocket; packets need not be aligned with frames [MQTT-6.0.0-2].
 * A text frame ends the connection [MQTT-6.0.0-1].
 */
export function fromWebSocket(
  webSocket: WebSocket,
  socket: Socket,
  peer: Peer,
  { mqtt_piggyback, idle_timeout }: { readonly mqtt_piggyback: 'single' | 'multiple'; readonly idle_timeout: number },
  clock: Clock,
): Transport {
  let heardAt = clock.now()
  const heard = () => {
    heardAt = clock.now()
  }
  webSocket.on('ping', heard)
  webSocket.on('pong', heard)
  return {
    peer,
    ...(mqtt_piggyback === 'single' && {
      writeEach: (packets) => {
        // Only compressed messages can be waiting in `ws`, which keeps them in order; otherwise the socket is used directly.
        if (webSocket.extensions === '') socket.write(framesOf(packets))
        else for (const packet of packets) webSocket.send(packet, { binary: true })
      },
    }),
    idleTimeout: idle_timeout,
    idleSince: () => heardAt,
    get pendingBytes() {
      return webSocket.bufferedAmount
    },
    listen: ({ data, drain, closed }) => {
      let failure: string | undefined
      let isClosed = false
      const close = () => {
        if (!isClosed) closed(failure)
        isClosed = true
      }
      webSocket.on('message', (message, isBinary) => {
        if (isClosed) return
        heardAt = clock.now()
        if (isBinary) {
          data(toBuffer(message))
          return
        }
        failure = textFrame
        webSocket.close(unsupportedData)
        close()
      })
      socket.on('drain', drain)
      webSocket.on('error', (error) => {
        failure = error.message
      })
      webSocket.once('close', close)
    },
    write: (bytes) => webSocket.send(bytes, { binary: true }),
    pause: () => webSocket.pause(),
    resume: () => webSocket.resume(),
    end: () => {
      if (webSocket.readyState === webSocket.CLOSED) return
      const cut = setTimeout(() => webSocket.terminate(), lingerMs)
      cut.unref()
      webSocket.once('close', () => clearTimeout(cut))
      webSocket.resume()
      webSocket.close(1000)
    },
    destroy: () => webSocket.terminate(),
  }
}

/** First byte of a final binary frame without a mask (RFC 6455, 5.2). */
const binaryFrame = 0x82

/** One buffer with a separate frame for each packet. */
function framesOf(packets: readonly Uint8Array[]): Buffer {
  const bytes = packets.reduce((sum, { length }) => sum + frameHead(length) + length, 0)
  const frames = Buffer.allocUnsafe(bytes)
  let at = 0
  for (const packet of packets) {
    const { length } = packet
    const head = frameHead(length)
    frames[at] = binaryFrame
    frames[at + 1] = head === 2 ? length : head === 4 ? 126 : 127
    if (head === 4) frames.writeUInt16BE(length, at + 2)
    else if (head === 10) frames.writeBigUInt64BE(BigInt(length), at + 2)
    frames.set(packet, at + head)
    at += head + length
  }
  return frames
}

/** Length of the frame header. */
const frameHead = (length: number) => (length < 126 ? 2 : length < 65_536 ? 4 : 10)

const toBuffer = (message: Buffer | ArrayBuffer | Buffer[]): Buffer => {
  if (Buffer.isBuffer(message)) return message
  return Array.isArray(message) ? Buffer.concat(message) : Buffer.from(message)
}
