import { AppError } from '@mqdeck/contract'
import { ExchangeLimits } from '../coap-stack/exchange.ts'
import { type CoapMessage, coapCode, coapOption, textsOf } from '../coap-stack/message.ts'
import type { CoapContent } from '../coap-stack/message-layer.ts'
import type { Peer as CoapPeer, CoapService } from '../coap-stack/peer.ts'
import { loginRefusal, Refused } from '../coap-stack/refusal.ts'
import type { GatewayContext } from '../port.ts'
import type { DevicePath, Lwm2mApi } from './api.ts'
import { CommandError } from './commands.ts'
import { created, Device } from './device.ts'
import type { Lwm2mSettings } from './manifest.ts'
import type { ObjectDefinitions } from './objects.ts'
import { parsePath } from './path.ts'
import { readRegistration, readUpdate } from './registration.ts'

type Peer = CoapPeer<Device>

/** The devices of the gateway. Serves the requests of all addresses. */
export class Gateway implements CoapService<Device>, Lwm2mApi {
  readonly name = 'lwm2m'
  readonly maxInProgress = 8
  readonly isObserver = true
  readonly limits = new ExchangeLimits()
  readonly context: GatewayContext<Lwm2mSettings>
  readonly #objects: () => ObjectDefinitions
  /** By the client ID in the broker. */
  readonly #devices = new Map<string, Device>()

  constructor(context: GatewayContext<Lwm2mSettings>, objects: () => ObjectDefinitions) {
    this.context = context
    this.#objects = objects
  }

  /** The registration interface (OMA-TS-LightweightM2M_Core 1.1, 6.2). @throws {Refused} (rejects) */
  async serve(peer: Peer, message: CoapMessage): Promise<CoapContent> {
    const [root, location, ...rest] = textsOf(message, coapOption.uriPath)
    if (root !== 'rd' || rest.length > 0) throw new Refused(coapCode.notFound)
    if (location === undefined) {
      if (message.code !== coapCode.post) throw new Refused(coapCode.methodNotAllowed)
      return this.#register(peer, message)
    }
    const device = peer.client
    // A registration belongs to the address that has made it.
    if (device?.endpoint !== location) throw new Refused(coapCode.notFound)
    if (message.code === coapCode.post || message.code === coapCode.put) {
      device.update(readUpdate(message))
      return { code: coapCode.changed }
    }
    if (message.code !== coapCode.delete) throw new Refused(coapCode.methodNotAllowed)
    device.disconnect('normal')
    return { code: coapCode.deleted }
  }

  lookup({ clientId, path, action }: DevicePath & { readonly action: string }) {
    return this.#devices.get(clientId)?.lookup(action, path) ?? ('unknown' as const)
  }

  read({ clientId, path }: DevicePath) {
    return this.#command(clientId, { msgType: 'read', data: { path } })
  }

  write({ clientId, path, type, value }: DevicePath & { readonly type: string; readonly value: string }) {
    return this.#command(clientId, { msgType: 'write', data: { path, type, value } })
  }

  observe({ clientId, path, enable }: DevicePath & { readonly enable: boolean }) {
    return this.#command(clientId, { msgType: enable ? 'observe' : 'cancel-observe', data: { path } })
  }

  stop(): void {
    for (const device of [...this.#devices.values()]) device.end()
  }

  async #command(
    clientId: string,
    json: {
      readonly msgType: string
      readonly data: { readonly path: string; readonly type?: string; readonly value?: string }
    },
  ) {
    const device = this.#devices.get(clientId)
    if (!device) return 'unknown' as const
    if (!parsePath(json.data.path)) throw new AppError('BAD_REQUEST', 'path: must be a path such as /3/0/9')
    try {
      device.command(json)
      return 'sent' as const
    } catch (error) {
      if (error instanceof CommandError) throw new AppError('BAD_REQUEST', error.message.replace(/^data\./, ''))
      throw error
    }
  }

  async #register(peer: Peer, message: CoapMessage): Promise<CoapContent> {
    const registration = readRegistration(message)
    const { endpoint, lifetime, query, password } = registration
    const before = peer.client
    if (before?.endpoint === endpoint && before.client) {
      before.onRegister(before.client, registration)
      return { code: coapCode.changed }
    }
    const { clock, log, settings } = this.context
    const device = new Device(peer, registration, {
      clock,
      log,
      settings,
      objects: this.#objects,
      onEnd: (one) => {
        const id = one.client?.info.clientId ?? ''
        if (this.#devices.get(id) === one) this.#devices.delete(id)
      },
    })
    const outcome = await this.context.connect(
      peer.channel,
      {
        clientId: endpoint,
        // As in EMQX, devices with a modem have its number as their username.
        username: query.imei ?? endpoint,
        ...(password !== undefined && { password }),
        protocolName: 'LwM2M',
        protocolVersion: '1.0.1',
        keepalive: lifetime,
        packet: { ...query, endpoint_name: endpoint, password },
      },
      device.handlers,
    )
    if ('refused' in outcome) throw loginRefusal(outcome)
    const { client } = outcome
    device.client = client
    peer.assign(device)
    this.#devices.set(client.info.clientId, device)
    const { topic, qos } = settings().translators.command
    const code =
      topic === '' ? 0 : await client.subscribe(topic, { qos: qos === 1 || qos === 2 ? qos : 0, retainHandling: 2 })
    if (code >= 0x80)
      log.warn({ gateway: 'lwm2m', clientid: client.info.clientId, topic, code }, 'command_subscription_refused')
    // The device gets the response before the first command.
    setImmediate(() => {
      if (peer.client === device) device.onRegister(client)
    })
    return created(endpoint)
  }
}
