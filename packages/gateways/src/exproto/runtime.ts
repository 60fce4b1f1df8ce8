import { isDeepStrictEqual } from 'node:util'
import { inOrder, systemClock, waitAtMost } from '@mqdeck/kit'
import type { Channel, GatewayRuntime, RunningGateway } from '../port.ts'
import { type AdapterMethods, type ServerSettings, startAdapterServer } from './adapter-server.ts'
import {
  badParameter,
  type Connection,
  connPattern,
  createConnection,
  isQos,
  notAlive,
  toAnswer,
} from './connection.ts'
import { createHandlerClient, type HandlerSettings } from './handler-client.ts'
import { type Answer, loadGrpc } from './protocol.ts'

/** The settings of the gateway that the protocol uses. */
export interface ExprotoSettings {
  readonly server: ServerSettings
  readonly handler: HandlerSettings
}

/** Milliseconds for the last calls of the handler. */
const lastCallsTimeout = 2000

export const runtime: GatewayRuntime<ExprotoSettings> = {
  async start(context): Promise<RunningGateway> {
    const loaded = await loadGrpc()
    const connections = new Map<string, Connection>()

    /** Finds the connection of a call. */
    const of = (conn: string, call: (connection: Connection) => Answer | Promise<Answer>) => {
      const connection = connections.get(conn)
      if (connection) return call(connection)
      if (connPattern.test(conn)) return notAlive
      return { code: 'UNKNOWN', message: 'conn is not a connection of this gateway' } as const
    }
    const methods: AdapterMethods = {
      Send: (request) => of(request.conn, (one) => one.Send(request)),
      Close: (request) => of(request.conn, (one) => one.Close(request)),
      Authenticate: (request) => of(request.conn, (one) => one.Authenticate(request)),
      StartTimer: (request) => of(request.conn, (one) => one.StartTimer(request)),
      Publish: (request) => (isQos(request.qos) ? of(request.conn, (one) => one.Publish(request)) : badQos),
      Subscribe: (request) => (isQos(request.qos) ? of(request.conn, (one) => one.Subscribe(request)) : badQos),
      Unsubscribe: (request) => of(request.conn, (one) => one.Unsubscribe(request)),
      RawPublish: async ({ topic, qos, payload }, caller) => {
        if (!isQos(qos)) return { code: 'PARAMS_TYPE_ERROR', message: 'qos must be 0, 1 or 2' }
        const code = await context.publishAsGateway({ topic, qos, payload }, caller)
        if (code === notAuthorized)
          return {
            code: 'PERMISSION_DENY',
            message: `client ${gatewayClientId} is not authorized to publish to ${topic}`,
          }
        return toAnswer(code, `topic ${topic}`)
      },
    }

    let applied = context.settings()
    let client = await createHandlerClient(loaded, applied.handler)
    const serve = (settings: ServerSettings) => startAdapterServer(loaded, settings, methods, context)
    let adapter = await serve(applied.server).catch((error: unknown) => {
      client.close()
      throw error
    })
    let onAllForgotten = () => {}
    const change = inOrder()

    /** Connected devices keep the handler that they have. */
    const apply = async () => {
      const { server, handler } = context.settings()
      if (!isDeepStrictEqual(handler, applied.handler)) {
        const created = await createHandlerClient(loaded, handler)
        client.close()
        client = created
        applied = { ...applied, handler }
      }
      if (isDeepStrictEqual(server, applied.server)) return
      adapter.close()
      try {
        adapter = await serve(server)
        applied = { ...applied, server }
      } catch (error) {
        adapter = await serve(applied.server)
        throw error
      }
    }

    return {
      accept(channel: Channel) {
        const connection = createConnection(channel, {
          context,
          handler: client,
          forget: (conn) => {
            connections.delete(conn)
            if (connections.size === 0) onAllForgotten()
          },
        })
        connections.set(connection.conn, connection)
        return connection
      },
      settingsChanged: () => change(apply),
      async stop() {
        await change(async () => {
          adapter.close()
          client.close()
          if (connections.size === 0) return
          // The handler is informed that the devices have ended.
          const lastCalls = new Promise<void>((resolve) => {
            onAllForgotten = resolve
          })
          await waitAtMost(systemClock, lastCallsTimeout, () => lastCalls).catch(() => {})
        })
      },
    }
  },
}

const badQos = badParameter('qos must be 0, 1 or 2')

const notAuthorized = 0x87
/** Client ID of messages without a connection, for access rules. */
const gatewayClientId = 'exproto'
