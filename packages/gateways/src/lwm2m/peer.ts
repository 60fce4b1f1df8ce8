import { type CoapContent, Exchange, type ExchangeHandlers } from '../coap/exchange.ts'
import { coapCode } from '../coap/message.ts'
import { Refused } from '../coap/request.ts'
import type { Channel, ChannelHandler } from '../port.ts'
import type { Device } from './device.ts'
import type { Gateway } from './gateway.ts'

/** Requests of one address in progress; more are refused. */
const mostInProgress = 8

/** The messages of one address. */
export class Peer implements ChannelHandler {
  readonly channel: Channel
  readonly exchange: Exchange
  device: Device | undefined
  #inProgress = 0

  constructor(gateway: Gateway, channel: Channel) {
    this.channel = channel
    const { context, limits } = gateway
    const handlers: ExchangeHandlers = {
      request: (request, respond) => {
        if (this.#inProgress >= mostInProgress) return respond({ code: coapCode.unavailable })
        this.#inProgress += 1
        gateway
          .serve(this, request)
          .catch((error: unknown): CoapContent => {
            if (error instanceof Refused) return error.content
            context.log.error({ gateway: 'lwm2m', listener: channel.listener, error: String(error) }, 'request_failed')
            return { code: coapCode.internalError }
          })
          .then((content) => {
            this.#inProgress -= 1
            respond(content)
          })
      },
      notification: (message) => this.device?.notified(message) ?? false,
    }
    this.exchange = new Exchange(channel, context.clock, handlers, limits)
  }

  data(bytes: Buffer): void {
    this.exchange.receive(bytes)
  }

  closed(): void {
    this.exchange.close()
    this.device?.end()
  }
}
