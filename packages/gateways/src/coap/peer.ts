import type { Channel, ChannelHandler } from '../port.ts'
import { Exchange, type ExchangeHandlers } from './exchange.ts'
import type { Gateway } from './gateway.ts'
import { coapCode } from './message.ts'
import { Refused } from './request.ts'
import type { Session } from './session.ts'

/** Requests of one address in progress; more are refused. */
const mostInProgress = 32

/** The requests of one address. */
export class Peer implements ChannelHandler {
  readonly channel: Channel
  readonly exchange: Exchange
  session: Session | undefined
  #inProgress = 0

  constructor(gateway: Gateway, channel: Channel) {
    this.channel = channel
    const { context, limits } = gateway
    const handlers: ExchangeHandlers = {
      request: (request, respond) => {
        if (this.#inProgress >= mostInProgress) {
          respond({ code: coapCode.unavailable })
          return
        }
        this.#inProgress += 1
        gateway
          .serve(this, request)
          .catch((error: unknown) => {
            if (error instanceof Refused) return error.content
            context.log.error({ gateway: 'coap', listener: channel.listener, error: String(error) }, 'request_failed')
            return { code: coapCode.internalError }
          })
          .then((content) => {
            this.#inProgress -= 1
            respond(content)
          })
      },
      reset: (id) => this.session?.reset(id) ?? false,
    }
    this.exchange = new Exchange(channel, context.clock, handlers, limits)
  }

  data(bytes: Buffer): void {
    this.exchange.receive(bytes)
  }

  closed(): void {
    this.exchange.close()
  }
}
