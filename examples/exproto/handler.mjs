/*
 * An ExProto handler for a line protocol. Devices send lines and get one answer for each:
 *
 *   CONNECT client-id [username password]   OK | ERR reason
 *   SUB filter                              OK | ERR reason
 *   UNSUB filter                            OK | ERR reason
 *   PUB topic text                          OK | ERR reason
 *   PING                                    PONG
 *   QUIT                                    the connection is closed
 *
 * Messages of their subscriptions arrive as lines `MSG topic text`.
 */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import grpc from '@grpc/grpc-js'
import loader from '@grpc/proto-loader'

/** Address that the broker calls: `handler.address` of the gateway. */
const handlerAddress = process.env.HANDLER ?? '127.0.0.1:9001'
/** Address that this program calls: `server.bind` of the gateway. */
const brokerAddress = process.env.BROKER ?? '127.0.0.1:9100'

const maxLineLength = 64 * 1024
/** Seconds between lines, after which the broker closes the connection. */
const keepalive = 300

const file = fileURLToPath(new URL('exproto.proto', import.meta.url))
const definition = loader.loadSync(file, { keepCase: true, longs: Number, enums: String, defaults: true })
const { ConnectionAdapter, ConnectionUnaryHandler } = grpc.loadPackageDefinition(definition).emqx.exproto.v1

const broker = new ConnectionAdapter(brokerAddress, grpc.credentials.createInsecure())

/** Calls the broker. @throws if it does not succeed */
async function call(method, request) {
  const answer = await promisify(broker[method].bind(broker))(request)
  if (answer.code !== 'SUCCESS') throw new Error(answer.message || answer.code)
}

/** The unfinished line of each device, by `conn`, and the work on its lines, which keeps their order. */
const devices = new Map()

const say = (conn, line) => call('Send', { conn, bytes: Buffer.from(`${line}\n`) })

const commands = {
  async CONNECT(conn, [clientid = '', username = '', password = '']) {
    if (clientid === '') throw new Error('a client ID is required')
    await call('Authenticate', {
      conn,
      clientinfo: { proto_name: 'line', proto_ver: '1', clientid, username },
      password,
    })
    await call('StartTimer', { conn, type: 'KEEPALIVE', interval: keepalive })
  },
  SUB: (conn, [topic = '']) => call('Subscribe', { conn, topic, qos: 1 }),
  UNSUB: (conn, [topic = '']) => call('Unsubscribe', { conn, topic }),
  PUB: (conn, [topic = '', ...words]) =>
    call('Publish', { conn, topic, qos: 1, payload: Buffer.from(words.join(' ')) }),
}

async function runLine(conn, line) {
  const [command = '', ...words] = line.split(' ')
  if (command === 'PING') return say(conn, 'PONG')
  if (command === 'QUIT') return call('Close', { conn })
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) return say(conn, 'ERR unknown command')
  try {
    await run(conn, words)
  } catch (error) {
    return say(conn, `ERR ${error.message.replaceAll('\n', ' ')}`)
  }
  await say(conn, 'OK')
}

/** Methods that the broker calls. Each function returns when the call is processed: the broker waits for it before it sends more. */
const handlers = {
  OnSocketCreated({ conn, conninfo }) {
    devices.set(conn, '')
    console.log(`connected: ${conninfo.peername.host}:${conninfo.peername.port}`)
  },
  async OnReceivedBytes({ conn, bytes }) {
    const lines = `${devices.get(conn) ?? ''}${bytes.toString()}`.split('\n')
    const rest = lines.pop()
    devices.set(conn, rest)
    if (rest.length > maxLineLength) return call('Close', { conn })
    for (const line of lines) await runLine(conn, line.replace(/\r$/, ''))
  },
  async OnReceivedMessages({ conn, messages }) {
    for (const { topic, payload } of messages)
      await say(conn, `MSG ${topic} ${payload.toString().replaceAll('\n', ' ')}`)
  },
  OnTimerTimeout: () => {},
  OnSocketClosed({ conn, reason }) {
    devices.delete(conn)
    console.log(`disconnected: ${reason}`)
  },
}

const server = new grpc.Server()
server.addService(
  ConnectionUnaryHandler.service,
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      // The device may be disconnected by then, which is not an error of the handler.
      ({ request }, answer) =>
        void Promise.resolve()
          .then(() => handle(request))
          .catch((error) => console.error(`${name}: ${error.message}`))
          .then(() => answer(null, {})),
    ]),
  ),
)
await promisify(server.bindAsync.bind(server))(handlerAddress, grpc.ServerCredentials.createInsecure())
console.log(`handler: ${handlerAddress}, broker: ${brokerAddress}`)
await once(process, 'SIGTERM')
server.forceShutdown()
broker.close()
