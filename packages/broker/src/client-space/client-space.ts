import { failedAuthenticator, authenticate as runAuthentication } from '../connection/auth.ts'
import { connectCheck } from '../connection/connect.ts'
import { logUnusable } from '../connection/mountpoint.ts'
import type { AuthenticateResult, ConnectDetails } from '../hooks.ts'
import { viewOf } from '../management.ts'
import { ReasonError, reasonCode } from '../packets/index.ts'
import type { DisconnectReason } from '../reasons.ts'
import { createSessionRegistry, type RegistryPorts, type SessionRegistry } from '../session/registry.ts'
import { createTraffic } from '../session/traffic.ts'
import { publisherOf } from '../session/wills.ts'
import type { ClientInfo, ClientView, MessageProperties, Qos, Subscription, SubscriptionOptions } from '../types.ts'
import { createSpaceClient, publishFor } from './space-client.ts'
import { SpaceLink } from './space-link.ts'

export interface ClientSpaceOptions {
  /** Decides on the clients of the space, instead of the authenticators of MQTT clients. `ignore` allows. */
  authenticate(client: ClientInfo, details: ConnectDetails): AuthenticateResult | Promise<AuthenticateResult>
}

/** A client that wants to connect. `info.gateway` is the name of the space. */
export interface SpaceConnect {
  readonly info: ClientInfo & { readonly gateway: string }
  readonly details: ConnectDetails
  readonly keepalive: number
}

export interface SpaceMessage {
  /** Without the mountpoint. */
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: Qos
  readonly retain?: boolean
  readonly properties?: MessageProperties
}

export interface SpaceDelivery extends Required<SpaceMessage> {
  readonly dup: boolean
  /** The identifier of the matching subscription. */
  readonly subscriptionId: number | undefined
  readonly origin: { readonly id: string; readonly clientId: string; readonly timestamp: number }
  /** Call it once for QoS 1 and 2 when the client has received the message. */
  acknowledge(): void
}

export interface SpaceHandlers {
  deliver(delivery: SpaceDelivery): void
  /** The broker has disconnected the client: kicked, taken over, discarded. */
  closed(reason: DisconnectReason): void
  /** Messages are queued meanwhile; call `pump` afterwards. */
  isCongested(): boolean
  pendingBytes?(): number
}

/** A connected client of a space. Promises resolve to a reason code of MQTT 5. */
export interface SpaceClient {
  readonly info: ClientInfo
  /** Messages in its queue. */
  readonly queued: number
  /** Resolves when the message is safe. 0x00 and 0x10 (no subscriber) mean accepted. */
  publish(message: SpaceMessage): Promise<number>
  /** The granted QoS, or a code of 0x80 and more. */
  subscribe(filter: string, options: SubscriptionOptions): Promise<number>
  unsubscribe(filter: string): Promise<number>
  /** Keeps messages in the queue until `release`. A client is held when it has connected, until the first `release`. */
  hold(): void
  release(): void
  pump(): void
  setWill(will: SpaceMessage | undefined): void
  /** Ends the connection in the broker. Publishes the will unless the reason is `normal`. */
  disconnect(reason: DisconnectReason): void
}

export type SpaceOutcome =
  | { readonly client: SpaceClient; readonly sessionPresent: boolean }
  | { readonly refused: number }

/**
 * Clients of another protocol: a name space of client IDs with sessions in memory. They publish and subscribe, and hooks see them, like MQTT
 * clients, but `Broker.clients` does not list them (docs/adr/0030).
 */
export interface ClientSpace {
  /** Checks, authenticates and connects a client. A client with the same ID is taken over or discarded. */
  connect(request: SpaceConnect, handlers: SpaceHandlers): Promise<SpaceOutcome>
  /** The reason code of a refusal; undefined if the client may connect. Changes `info` like a connect. */
  check(request: SpaceConnect): Promise<number | undefined>
  /** Publishes for a client without a connection, after `check`. */
  publish(info: ClientInfo, message: SpaceMessage): Promise<number>
  clients(): IterableIterator<ClientView>
  client(clientId: string): ClientView | undefined
  subscriptionsOf(clientId: string): readonly Subscription[] | undefined
  kick(clientId: string, reason: DisconnectReason): Promise<boolean>
  /** Ends all sessions. */
  close(): Promise<void>
}

/** A space as the broker sees it. */
export interface OpenClientSpace extends ClientSpace {
  readonly sessions: SessionRegistry
}

const tickMs = 1000

/** @param onClose called at the end of `close` */
export function createClientSpace(
  ports: RegistryPorts,
  options: ClientSpaceOptions,
  onClose: () => void,
): OpenClientSpace {
  const { hooks, metrics, zones, clock, log } = ports
  // Sessions of a space are not stored. Messages from their clients are.
  const sessions = createSessionRegistry(ports, { isStored: false })
  const stopTicks = clock.every(tickMs, () => {
    void sessions.tick()
    const now = clock.now()
    for (const { info, link } of sessions.byClientId.values())
      if (link && info.authExpiresAt !== undefined && info.authExpiresAt <= now)
        link.close('not_authorized', reasonCode.notAuthorized)
  })

  /** The authenticators of the space decide before those of all clients. */
  const decide = async (info: ClientInfo, details: ConnectDetails): Promise<AuthenticateResult> => {
    try {
      return await options.authenticate(info, details)
    } catch (error) {
      log.error({ clientid: info.clientId, gateway: info.gateway, error }, 'gateway_authentication_failed')
      return failedAuthenticator()
    }
  }

  const check: ClientSpace['check'] = async ({ info, details }) => {
    metrics['client.connect'] += 1
    const refused = await hooks.runFold(
      'client.connect',
      undefined,
      [info, details],
      () => reasonCode.serverUnavailable,
    )
    if (refused !== undefined) return refused
    const code = connectCheck(info, zones.of(info.zone).mqtt)
    if (code !== undefined) {
      logUnusable(log, info)
      return code
    }
    const result = await runAuthentication(ports, info, details, true, await decide(info, details))
    // No protocol of a space has further steps.
    if (result.result === 'continue') return reasonCode.badAuthenticationMethod
    return result.result === 'deny' ? result.reasonCode : undefined
  }

  const connect: ClientSpace['connect'] = async (request, handlers) => {
    const { info, details, keepalive } = request
    const code = await check(request)
    metrics['client.connack'] += 1
    hooks.run('client.connack', info, code ?? reasonCode.success, details)
    if (code !== undefined) return { refused: code }
    const opened = sessions.open(info, info.cleanStart, details.sessionExpiryInterval, undefined)
    const { session, present } = opened
    if (session.isUnchecked) await sessions.reauthorize(session)
    if (session.hasEnded || session.info !== info) return { refused: reasonCode.unspecifiedError }
    const link = new SpaceLink(ports, sessions, session, details.receiveMaximum, handlers)
    session.traffic = createTraffic()
    session.keepalive = keepalive
    sessions.attach(session, link)
    metrics['client.connected'] += 1
    hooks.run('client.connected', info, { ...details, password: undefined, connectedAt: session.connectedAt })
    return { client: createSpaceClient(ports, sessions, session, link), sessionPresent: present }
  }

  return {
    sessions,
    check,
    connect,
    publish: async (info, message) => {
      try {
        return await (await publishFor(ports, info, publisherOf({ info }), message)).safe
      } catch (error) {
        if (error instanceof ReasonError) return error.reasonCode
        throw error
      }
    },
    clients: function* () {
      for (const session of sessions.byClientId.values()) yield viewOf(session)
    },
    client: (clientId) => {
      const session = sessions.byClientId.get(clientId)
      return session && viewOf(session)
    },
    subscriptionsOf: (clientId) => {
      const session = sessions.byClientId.get(clientId)
      return session && [...session.subscriptions.values()].map(({ subscription }) => subscription)
    },
    kick: async (clientId, reason) => {
      const session = sessions.byClientId.get(clientId)
      if (!session) return false
      session.link?.close(reason, reasonCode.administrativeAction)
      await sessions.terminate(session, reason)
      return true
    },
    close: async () => {
      stopTicks()
      const ending = [...sessions.byClientId.values()].map((session) => {
        session.link?.close('server_shutting_down', reasonCode.serverShuttingDown)
        return sessions.terminate(session, 'server_shutting_down')
      })
      await Promise.all(ending)
      await sessions.close()
      onClose()
    },
  }
}
