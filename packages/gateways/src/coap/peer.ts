import type { Channel, ChannelHandler } from '../port.ts'
import { type CoapContent, Exchange } from './exchange.ts'
import type { Gateway } from './gateway.ts'
import { type CoapMessage, coapCode, encodeCoap } from './message.ts'
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
    const { context } = gateway
    this.exchange = new Exchange(channel, context.clock, {
      request: (request, respond) => {
        if (this.#inProgress >= mostInProgress) {
          respond({ code: coapCode.unavailable })
          return
        }
        this.#inProgress += 1
        gateway
          .serve(this, request)
          .catch((error: unknown) => {
            if (error instanceof Refused) return shortened(error.content, request)
            context.log.error({ gateway: 'coap', listener: channel.listener, error: String(error) }, 'request_failed')
            return { code: coapCode.internalError }
          })
          .then((content) => {
            this.#inProgress -= 1
            respond(content)
          })
      },
      reset: (id) => this.session?.reset(id),
    })
  }

  data(bytes: Buffer): void {
    this.exchange.receive(bytes)
  }

  closed(): void {
    this.exchange.close()
  }
}

/** Without its reason if it is more than three times as long as the request: others may have forged the address of the request. */
function shortened(content: CoapContent, request: CoapMessage): CoapContent {
  const most = encodeCoap(request).length * 3
  const length = 5 + request.token.length + (content.payload?.length ?? 0)
  return length <= most ? content : { code: content.code }
}
