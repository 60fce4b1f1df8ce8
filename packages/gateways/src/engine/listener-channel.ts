import type { Turn } from '@mqdeck/broker'
import type { Clock, Log } from '@mqdeck/kit'
import type { Channel, ChannelHandler, GatewayTransport } from '../port.ts'

/** The functions of the gateway that its listeners use. */
export interface ListenerPorts {
  readonly clock: Clock
  readonly log: Log
  readonly turn: Turn
  readonly gateway: string
  /** Handles a new connection, or the first datagram of an address. */
  accept(channel: Channel): ChannelHandler
  /** Datagrams that one address may send per second, with bursts of the same number; further ones are dropped. */
  readonly datagramRate: number
  /** Milliseconds after which a channel without a client ends. */
  idleTimeout(): number
  /** Whether a client uses the channel. */
  isUsed(channel: Channel): boolean
}

/** The addresses of a channel. */
export type ChannelPlace = Pick<Channel, 'listener' | 'host' | 'port' | 'localHost' | 'localPort'>

/** A channel of a listener: counts its traffic, and ends if it is idle or its protocol throws. */
export abstract class ListenerChannel implements Channel {
  abstract readonly transport: GatewayTransport
  abstract readonly isDatagram: boolean
  abstract readonly certificate: Channel['certificate']
  abstract readonly pendingBytes: number
  readonly listener: string
  readonly host: string
  readonly port: number
  readonly localHost: string | undefined
  readonly localPort: number
  readonly traffic = { recvOct: 0, recvCnt: 0, sendOct: 0, sendCnt: 0 }
  protected readonly ports: ListenerPorts
  #handler: ChannelHandler | undefined
  #hasEnded = false
  #isKept = false
  /** The idle timeout starts here. */
  #idleSince: number

  constructor({ listener, host, port, localHost, localPort }: ChannelPlace, ports: ListenerPorts) {
    this.listener = listener
    this.host = host
    this.port = port
    this.localHost = localHost
    this.localPort = localPort
    this.ports = ports
    this.#idleSince = ports.clock.now()
  }

  abstract pause(): void
  abstract resume(): void
  protected abstract write(bytes: Uint8Array): void
  /** Closes the connection, or forgets the address. */
  protected abstract close(): void

  send(bytes: Uint8Array): void {
    if (this.#hasEnded) return
    this.traffic.sendOct += bytes.length
    this.traffic.sendCnt += 1
    this.write(bytes)
  }

  end(reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.close()
    const handler = this.#handler
    this.#handler = undefined
    try {
      handler?.closed(reason)
    } catch (error) {
      this.#report(error)
    }
  }

  keep(): void {
    this.#isKept = true
  }

  endIfIdle(now: number): void {
    if (this.#isKept || now - this.#idleSince < this.ports.idleTimeout()) return
    if (!this.ports.isUsed(this)) this.end('idle_timeout')
  }

  protected accept(): void {
    this.#guard(() => {
      this.#handler = this.ports.accept(this)
    })
  }

  protected receive(bytes: Buffer): void {
    if (this.#hasEnded) return
    if (this.isDatagram) this.#idleSince = this.ports.clock.now()
    this.traffic.recvOct += bytes.length
    this.traffic.recvCnt += 1
    this.#guard(() => this.#handler?.data(bytes))
  }

  protected drain(): void {
    this.#guard(() => this.#handler?.drain?.())
  }

  /** An error of a protocol ends the channel and never the process. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#report(error)
      this.end('protocol_crashed')
    }
  }

  #report(error: unknown): void {
    const { log, gateway } = this.ports
    const peername = `${this.host}:${this.port}`
    log.error({ gateway, listener: this.listener, peername, error: String(error) }, 'protocol_crashed')
  }
}
