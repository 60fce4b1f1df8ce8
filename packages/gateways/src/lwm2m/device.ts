import { randomBytes } from 'node:crypto'
import type { Clock, Log } from '@mqdeck/kit'
import { type CoapMessage, coapCode, coapOption, uintOf } from '../coap-stack/message.ts'
import type { CoapContent } from '../coap-stack/message-layer.ts'
import type { Peer as CoapPeer, PeerClient } from '../coap-stack/peer.ts'
import type { ClientHandlers, GatewayClient } from '../port.ts'
import type { DeviceValue, LatestResponse } from './api.ts'
import { type Answer, answerOf, type Command, CommandError, parseCommand, toCommand } from './commands.ts'
import type { Lwm2mDetails, Lwm2mResource } from './details.ts'
import type { Lwm2mSettings } from './manifest.ts'
import { definitionOf, type ObjectDefinitions } from './objects.ts'
import { formatPath, parsePath } from './path.ts'
import type { LinkList, Registration } from './registration.ts'

type Peer = CoapPeer<Device>

interface Observation {
  readonly path: string
  /** Fields of the command that its notifications repeat. */
  readonly context: Readonly<Record<string, unknown>>
}

/** A registered device. */
export class Device implements PeerClient {
  client: GatewayClient | undefined
  readonly peer: Peer
  readonly #ports: DevicePorts
  #registration: Registration
  #lastHeard: number
  /** Commands for a device that sleeps or has not answered the previous command (NSTART is 1: RFC 7252, 4.7). */
  readonly #waiting: Command[] = []
  #isAnswering = false
  /** By their token. */
  readonly #observations = new Map<string, Observation>()
  /** The latest answers by action and path. */
  readonly #answers = new Map<string, Answer>()
  /** The latest values by path. */
  readonly #values = new Map<string, unknown>()
  #cancelLifetime = () => {}

  constructor(peer: Peer, registration: Registration, ports: DevicePorts) {
    this.peer = peer
    this.#registration = registration
    this.#ports = ports
    this.#lastHeard = ports.clock.now()
  }

  readonly handlers: ClientHandlers = {
    deliver: (delivery) => {
      this.#onCommand(delivery.payload)
      delivery.acknowledge()
    },
    closed: () => this.end(),
  }

  get endpoint(): string {
    return this.#registration.endpoint
  }

  /** The device has registered. `renewed`: it was registered already. */
  onRegister(client: GatewayClient, renewed?: Registration): void {
    if (renewed) this.#registration = renewed
    this.client = client
    this.#show(client)
    this.#onMessage()
    this.#report('register', this.#facts())
    const { auto_observe: isObserving } = this.#ports.settings()
    const hasDevice = this.#registration.links?.objects.some((path) => path === '/3' || path === '/3/0')
    if (isObserving && hasDevice && !renewed)
      this.#queue({
        ...toCommand({ msgType: 'observe', data: { path: '/3/0' } }, this.#alternatePath),
        context: { msgType: 'observe', is_auto_observe: true },
      })
  }

  update(changes: {
    readonly query: Readonly<Record<string, string>>
    readonly lifetime: number | undefined
    readonly links: LinkList | undefined
  }): void {
    const { lifetime = this.#registration.lifetime, links = this.#registration.links } = changes
    this.#registration = {
      ...this.#registration,
      lifetime,
      links,
      query: { ...this.#registration.query, ...changes.query },
    }
    const { update_msg_publish_condition: condition } = this.#ports.settings()
    if (condition === 'always' || changes.links) this.#report('update', this.#facts())
    this.#onMessage()
  }

  /** Sends a command of the API. Throws `CommandError`. */
  command(json: unknown): void {
    this.#queue(toCommand(json, this.#alternatePath))
  }

  lookup(action: string, path: string): LatestResponse {
    const answer = this.#answers.get(`${action} ${path}`)
    if (!answer) return { code: '6.01', codeMsg: 'reply_not_received' }
    const { content, ...rest } = answer
    if (!content) return rest
    return {
      ...rest,
      content: content.map((one): DeviceValue => {
        if (typeof one === 'string') return { value: one }
        const definition = definitionOf(this.#ports.objects(), parsePath(one.path) ?? [])
        return {
          ...one,
          ...(definition && { name: definition.name, operations: definition.operations }),
          ...(definition?.type && { dataType: definition.type }),
        }
      }),
    }
  }

  /** Returns false if the gateway does not observe the path. */
  onNotification(message: CoapMessage): boolean {
    const observation = this.#observations.get(keyOf(message.token))
    if (!observation) return false
    this.#onMessage()
    this.#onResponse(observation, message, { ...observation.context, msgType: 'notify' }, 'notify')
    return true
  }

  disconnect(reason: 'normal' | 'keepalive_timeout'): void {
    this.client?.disconnect(reason)
    this.end()
  }

  end(): void {
    this.peer.release(this)
    this.#cancelLifetime()
    this.#observations.clear()
    this.#waiting.length = 0
    this.#ports.onEnd(this)
  }

  /** The device is awake, and its registration lasts longer. */
  #onMessage(): void {
    const { clock, settings } = this.#ports
    this.#lastHeard = clock.now()
    const { lifetime_min: min, lifetime_max: max } = settings()
    this.#cancelLifetime()
    this.#cancelLifetime = clock.after(Math.min(max, Math.max(min, this.#registration.lifetime * 1000)), () =>
      this.disconnect('keepalive_timeout'),
    )
    this.#next()
  }

  /** In queue mode (`b=UQ`), a device sleeps some time after its last message. */
  get #isAsleep(): boolean {
    const { clock, settings } = this.#ports
    const isQueued = this.#registration.query.b?.includes('Q') === true || this.#registration.query.Q !== undefined
    return isQueued && clock.now() - this.#lastHeard > settings().qmode_time_window
  }

  get #alternatePath(): string {
    return this.#registration.links?.alternatePath ?? '/'
  }

  /** A command in a message. Invalid commands are logged, because their sender gets no answer. */
  #onCommand(payload: Uint8Array): void {
    try {
      this.#queue(toCommand(parseCommand(payload), this.#alternatePath))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      this.#ports.log.warn(
        { gateway: 'lwm2m', clientid: this.client?.info.clientId, reason: error.message },
        'invalid_command',
      )
    }
  }

  #queue(command: Command): void {
    if (this.#waiting.length === maxWaiting) this.#waiting.shift()
    this.#waiting.push(command)
    this.#next()
  }

  #next(): void {
    if (this.#isAnswering || this.#isAsleep) return
    const command = this.#waiting.shift()
    if (command) this.#send(command)
  }

  #send(command: Command): void {
    const { path, context, request, observe, type } = command
    const token = randomBytes(4)
    const key = keyOf(token)
    if (observe !== undefined) this.#forget(path)
    if (observe === 0) {
      if (this.#observations.size === maxObservations)
        this.#forget(this.#observations.values().next().value?.path ?? '')
      this.#observations.set(key, { path, context })
    }
    this.#isAnswering = true
    void this.peer.exchange.request(request, token, responseTimeoutMs).then((response) => {
      this.#isAnswering = false
      if (typeof response === 'string') {
        this.#observations.delete(key)
        this.#next()
        return
      }
      if (this.#observations.has(key) && uintOf(response, coapOption.observe) === undefined)
        this.#observations.delete(key)
      this.#lastHeard = this.#ports.clock.now()
      this.#onResponse({ path, context }, response, context, 'response', type)
      this.#next()
    })
  }

  #forget(path: string): void {
    const wanted = normal(path)
    for (const [key, observation] of this.#observations)
      if (normal(observation.path) === wanted) this.#observations.delete(key)
  }

  #onResponse(
    { path }: Observation,
    message: CoapMessage,
    context: Readonly<Record<string, unknown>>,
    kind: 'response' | 'notify',
    action?: string,
  ): void {
    const answer = answerOf(message, path, this.#ports.objects())
    if (action !== undefined) {
      const key = `${action} ${path}`
      this.#answers.delete(key)
      this.#answers.set(key, answer)
      const [oldest] = this.#answers.keys()
      if (this.#answers.size > maxAnswers && oldest !== undefined) this.#answers.delete(oldest)
    }
    for (const one of answer.content ?? [])
      if (typeof one !== 'string' && (this.#values.has(one.path) || this.#values.size < maxValues))
        this.#values.set(one.path, one.value)
    const sequence = uintOf(message, coapOption.observe)
    this.#publish(kind, {
      ...context,
      ...(sequence !== undefined && { seqNum: sequence }),
      data: { reqPath: path, ...answer },
    })
  }

  #facts(): Readonly<Record<string, unknown>> {
    const { query, lifetime, links } = this.#registration
    return {
      ...query,
      lt: lifetime,
      ...(links && { objectList: links.objects, alternatePath: links.alternatePath }),
    }
  }

  #report(kind: 'register' | 'update', data: Readonly<Record<string, unknown>>): void {
    this.#publish(kind, { msgType: kind, data })
  }

  #publish(kind: 'register' | 'update' | 'response' | 'notify', message: Readonly<Record<string, unknown>>): void {
    const { topic, qos } = this.#ports.settings().translators[kind]
    if (topic === '') return
    void this.client?.publish({
      topic,
      qos: qos === 1 || qos === 2 ? qos : 0,
      payload: Buffer.from(JSON.stringify(message)),
    })
  }

  /**
   * Gives the client its fields in the API. They are computed when they are read: a device may have 1000 objects and send an
   * update every second.
   */
  #show(client: GatewayClient): void {
    const [lifetime, lwm2m] = [() => this.#registration.lifetime, () => this.#details()]
    client.details = {
      endpoint_name: this.endpoint,
      get lifetime() {
        return lifetime()
      },
      get lwm2m() {
        return lwm2m()
      },
    }
  }

  /** The registered instances, with the resources of their definitions and those that have sent a value. */
  #details(): Lwm2mDetails {
    const objects = this.#ports.objects()
    const instances = new Map<number, Set<number>>()
    const add = (object: number | undefined, instance: number | undefined) => {
      if (object === undefined) return
      const known = instances.get(object) ?? new Set()
      if (instance !== undefined) known.add(instance)
      instances.set(object, known)
    }
    for (const path of this.#registration.links?.objects ?? []) {
      const [object, instance] = parsePath(path) ?? []
      add(object, instance)
    }
    const byInstance = new Map<string, Map<number, unknown>>()
    for (const [path, value] of this.#values) {
      const [object, instance, resource] = parsePath(path) ?? []
      if (resource === undefined) continue
      add(object, instance)
      const key = formatPath([object ?? 0, instance ?? 0])
      const values = byInstance.get(key) ?? new Map()
      const before = values.get(resource)
      // Instances of a resource are shown together.
      const isInstance = (parsePath(path)?.length ?? 0) > 3
      values.set(resource, isInstance ? [...(Array.isArray(before) ? before : []), value] : value)
      byInstance.set(key, values)
    }
    const observed = new Set([...this.#observations.values()].map(({ path }) => normal(path)))
    const isObserved = (path: readonly number[]) =>
      path.some((_, index) => observed.has(formatPath(path.slice(0, index + 1))))
    return {
      objects: [...instances]
        .sort(([a], [b]) => a - b)
        .map(([id, found]) => {
          const definition = objects.get(id)
          return {
            id,
            ...(definition && { name: definition.name }),
            instances: [...found]
              .sort((a, b) => a - b)
              .map((instance) => {
                const values = byInstance.get(formatPath([id, instance])) ?? new Map<number, unknown>()
                const ids = [...new Set([...Object.keys(definition?.resources ?? {}).map(Number), ...values.keys()])]
                return {
                  id: instance,
                  resources: ids
                    .sort((a, b) => a - b)
                    .map((resource): Lwm2mResource => {
                      const known = definition?.resources[resource]
                      return {
                        id: resource,
                        ...(known && { name: known.name }),
                        ...(known?.type && { type: known.type }),
                        ...(known?.unit !== undefined && { unit: known.unit }),
                        operations: known ? known.operations : 'RW',
                        ...(values.has(resource) && { value: values.get(resource) }),
                        ...(isObserved([id, instance, resource]) && { observed: true }),
                      }
                    }),
                }
              }),
          }
        }),
    }
  }
}

interface DevicePorts {
  readonly clock: Clock
  readonly log: Log
  readonly settings: () => Lwm2mSettings
  readonly objects: () => ObjectDefinitions
  readonly onEnd: (device: Device) => void
}

/** Milliseconds: MAX_TRANSMIT_WAIT (RFC 7252, 4.8.2). */
const responseTimeoutMs = 93_000
const maxWaiting = 100
const maxObservations = 500
const maxAnswers = 500
const maxValues = 2000

const keyOf = (token: Uint8Array) => Buffer.from(token).toString('hex')
const normal = (path: string) => formatPath(parsePath(path) ?? [])

export const created = (endpoint: string): CoapContent => ({
  code: coapCode.created,
  options: ['rd', endpoint].map((segment) => ({ number: locationPath, value: Buffer.from(segment) })),
})
/** RFC 7252, 5.10.7. */
const locationPath = 8
