import { type ClientInfo, type Hooks, hookPriority, type Message } from '@mqdeck/broker'
import { reasonName } from '@mqdeck/contract'
import { authenticate, publish } from './folds.ts'
import type { HookName, ReportingHook } from './protocol.ts'
import { createReportOrder, type LifeEvent } from './report-order.ts'
import {
  type BrokerIdentity,
  connectProperties,
  toClientInfo,
  toConnInfo,
  toMessage,
  toMeta,
  toProperties,
  toSubOpts,
  toTerminationReason,
} from './requests.ts'
import type { ExHookServer, MakeRequest } from './server.ts'

interface Options {
  readonly hooks: Hooks
  readonly identity: BrokerIdentity
  /** In the order in which they are called. */
  readonly servers: () => readonly ExHookServer[]
}

/** Handlers at the hook points of the broker, as long as a server wants the hook. */
export interface BrokerHooks {
  /** Adds and removes handlers after the servers have changed. */
  update(): void
  /** Sends what is held back of the client, so that a question comes after it. */
  flush(clientId: string): void
}

/** Their order depends on each other, so they are added together. */
const lifeHooks: readonly HookName[] = [
  'client.connack',
  'client.connected',
  'client.disconnected',
  'session.created',
  'session.resumed',
  'session.discarded',
  'session.takenover',
]

export function createBrokerHooks({ hooks, identity, servers }: Options): BrokerHooks {
  const order = createReportOrder()
  const meta = toMeta(identity)
  const priority = hookPriority.exhook
  const wanting = (hook: HookName, topic?: string) => servers().filter((one) => one.wants(hook, topic))

  const send = (hook: ReportingHook, key: string, make: MakeRequest, topic?: string, size?: number) => {
    for (const server of wanting(hook, topic)) server.report(hook, key, make, size)
  }
  const report = (hook: ReportingHook, { clientId }: ClientInfo, make: MakeRequest) =>
    order.other(clientId, () => send(hook, clientId, make))
  const life = (event: LifeEvent, { clientId }: ClientInfo, make: MakeRequest, reason?: string) =>
    order.life(clientId, event, reason, () => send(event, clientId, make))
  /** The client as it was at this moment: a resumed session has another connection later. */
  const ofClient = (client: ClientInfo, more: object = {}): MakeRequest => {
    const request = { clientinfo: toClientInfo(client, identity), ...more, meta }
    return () => request
  }
  const message = (hook: ReportingHook, key: string, one: Message, make: () => object) => {
    if (isOwn(one)) return
    order.other(key, () => send(hook, key, make, one.topic, one.payload.length))
  }

  const points: Readonly<Record<HookName, () => () => void>> = {
    'client.connect': () =>
      hooks.fold(
        'client.connect',
        (decision, client, details) => {
          report('client.connect', client, (version) => ({
            conninfo: toConnInfo(client, identity),
            ...connectProperties(details, version),
            meta,
          }))
          return decision
        },
        { priority: hookPriority.exhookConnect },
      ),
    'client.connack': () =>
      hooks.on('client.connack', (client, code, _, properties) => {
        const make: MakeRequest = (version) => ({
          conninfo: toConnInfo(client, identity),
          result_code: reasonName(code),
          ...toProperties(properties, version),
          meta,
        })
        if (code === 0) life('client.connack', client, make)
        else report('client.connack', client, make)
      }),
    'client.connected': () =>
      hooks.on('client.connected', (client) => life('client.connected', client, ofClient(client))),
    'client.disconnected': () =>
      hooks.on('client.disconnected', (client, reason) =>
        life('client.disconnected', client, ofClient(client, { reason }), reason),
      ),
    'client.authenticate': () =>
      hooks.fold(
        'client.authenticate',
        (decision, client, details) => {
          const isOpen = decision.result === 'ignore' || (decision.result === 'deny' && decision.isUndecided === true)
          const asked = isOpen ? wanting('client.authenticate') : []
          order.flush(client.clientId)
          return asked.length === 0 ? decision : authenticate(asked, identity, decision, client, details)
        },
        { priority },
      ),
    // Asked by the authorization, which remembers the answers.
    'client.authorize': () => () => {},
    'client.subscribe': () =>
      hooks.fold(
        'client.subscribe',
        (filters, client, properties) => {
          const topic_filters = filters.map((one) => ({ name: one.topic, subopts: toSubOpts(one) }))
          report('client.subscribe', client, (version) => ({
            clientinfo: toClientInfo(client, identity),
            ...toProperties(properties, version),
            topic_filters,
            meta,
          }))
          return filters
        },
        { priority },
      ),
    'client.unsubscribe': () =>
      hooks.fold(
        'client.unsubscribe',
        (filters, client, properties) => {
          const none = { qos: 0, rh: 0, rap: 0, nl: 0 }
          report('client.unsubscribe', client, (version) => ({
            clientinfo: toClientInfo(client, identity),
            ...toProperties(properties, version),
            topic_filters: filters.map((name) => ({ name, subopts: none })),
            meta,
          }))
          return filters
        },
        { priority },
      ),
    'session.created': () => hooks.on('session.created', (client) => life('session.created', client, ofClient(client))),
    'session.resumed': () =>
      hooks.on('session.resumed', (client) => {
        life('session.resumed', client, ofClient(client))
        // EMQX takes over sessions without a connection, too.
        if (!order.holds(client.clientId, 'session.takenover')) life('session.takenover', client, ofClient(client))
      }),
    'session.discarded': () =>
      hooks.on('session.discarded', (client) => life('session.discarded', client, ofClient(client))),
    'session.takenover': () =>
      hooks.on('session.takenover', (client) => life('session.takenover', client, ofClient(client))),
    'session.terminated': () =>
      hooks.on('session.terminated', (client, reason) =>
        report('session.terminated', client, ofClient(client, { reason: toTerminationReason(reason) })),
      ),
    'session.subscribed': () =>
      hooks.on('session.subscribed', (client, subscription) =>
        report(
          'session.subscribed',
          client,
          ofClient(client, { topic: subscription.topic, subopts: toSubOpts(subscription) }),
        ),
      ),
    'session.unsubscribed': () =>
      hooks.on('session.unsubscribed', (client, { topic }) =>
        report('session.unsubscribed', client, ofClient(client, { topic })),
      ),
    'message.publish': () =>
      hooks.fold(
        'message.publish',
        (one) => {
          if (!one || isOwn(one)) return one
          const asked = wanting('message.publish', one.topic)
          if (asked.length === 0) return one
          order.flush(one.from.clientId)
          return publish(
            asked,
            identity,
            one,
            ({ properties }) =>
              (version) =>
                toMessageProperties(properties, version),
          )
        },
        { priority },
      ),
    'message.delivered': () =>
      hooks.on('message.delivered', (client, one, qos) =>
        message('message.delivered', client.clientId, one, () => ({
          clientinfo: toClientInfo(client, identity),
          message: toMessage(one, identity, qos),
          meta,
        })),
      ),
    'message.dropped': () =>
      hooks.on('message.dropped', (one, reason) =>
        message('message.dropped', one.from.clientId, one, () => ({
          message: toMessage(one, identity),
          reason,
          meta,
        })),
      ),
    'message.acked': () =>
      hooks.on('message.acked', (client, one, _, qos) =>
        message('message.acked', client.clientId, one, () => ({
          clientinfo: toClientInfo(client, identity),
          message: toMessage(one, identity, qos),
          meta,
        })),
      ),
  }

  const added = new Map<HookName, () => void>()
  return {
    update() {
      const chosen = new Set(servers().flatMap((one) => one.activeHooks().map(({ name }) => name)))
      if (lifeHooks.some((name) => chosen.has(name))) for (const name of lifeHooks) chosen.add(name)
      for (const [name, remove] of added)
        if (!chosen.has(name)) {
          remove()
          added.delete(name)
        }
      for (const name of chosen) if (!added.has(name)) added.set(name, points[name]())
    },
    flush: order.flush,
  }
}

/** Messages of the broker itself are not passed to servers, as in EMQX. */
const isOwn = ({ topic }: Message) => topic.startsWith('$SYS/')

/** Since version 3. */
const toMessageProperties = (properties: Message['properties'], version: 'v2' | 'v3') =>
  version === 'v2' ? {} : toProperties(properties, version)
