import type { Clock, Log } from '@mqdeck/kit'
import type { Channel, ChannelHandler } from '../port.ts'
import { Exchange, type ExchangeLimits } from './exchange.ts'
import { type CoapMessage, coapCode } from './message.ts'
import type { CoapContent } from './message-layer.ts'
import { Refused } from './refusal.ts'

/** The client of an address: a CoAP session, or an LwM2M device. */
export interface PeerClient {
  /** Another client connects from the address. */
  disconnect(reason: 'normal'): void
  /** The channel has ended. */
  end(): void
  /** See `ExchangeHandlers`. */
  onReset?(id: number): boolean
  onNotification?(message: CoapMessage): boolean
}

/** A gateway, as its peers see it. */
export interface CoapService<Client extends PeerClient> {
  /** `coap` */
  readonly name: string
  readonly context: { readonly clock: Clock; readonly log: Log }
  readonly limits: ExchangeLimits
  /** Requests of one address in progress. Further ones are answered with 5.03. */
  readonly maxInProgress: number
  /** Whether the gateway observes resources of its clients. */
  readonly isObserver: boolean
  /** @throws {Refused} (rejects) */
  serve(peer: Peer<Client>, request: CoapMessage): Promise<CoapContent>
}

/** The messages of one address. */
export class Peer<Client extends PeerClient> implements ChannelHandler {
  readonly channel: Channel
  readonly exchange: Exchange
  readonly #service: CoapService<Client>
  #client: Client | undefined
  #inProgress = 0

  constructor(service: CoapService<Client>, channel: Channel) {
    this.#service = service
    this.channel = channel
    this.exchange = new Exchange(
      channel,
      service.context.clock,
      {
        onRequest: (request, respond) => void this.#serve(request).then(respond),
        onReset: (id) => this.#client?.onReset?.(id) ?? false,
        ...(service.isObserver && {
          onNotification: (message: CoapMessage) => this.#client?.onNotification?.(message) ?? false,
        }),
      },
      service.limits,
    )
  }

  /** The client that uses the address. */
  get client(): Client | undefined {
    return this.#client
  }

  /** The address belongs to this client from now on. Its previous client ends. */
  assign(client: Client): void {
    if (this.#client !== client) this.#client?.disconnect('normal')
    this.#client = client
  }

  /** The client has ended or uses another address. */
  release(client: Client): void {
    if (this.#client === client) this.#client = undefined
  }

  data(bytes: Buffer): void {
    this.exchange.receive(bytes)
  }

  closed(): void {
    this.exchange.close()
    this.#client?.end()
  }

  async #serve(request: CoapMessage): Promise<CoapContent> {
    const { name, context, maxInProgress } = this.#service
    if (this.#inProgress >= maxInProgress) return { code: coapCode.unavailable }
    this.#inProgress += 1
    try {
      return await this.#service.serve(this, request)
    } catch (error) {
      if (error instanceof Refused) return error.content
      context.log.error({ gateway: name, listener: this.channel.listener, error: String(error) }, 'request_failed')
      return { code: coapCode.internalError }
    } finally {
      this.#inProgress -= 1
    }
  }
}
