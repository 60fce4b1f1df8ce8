/*
 * An ExHook server with rules for devices:
 *
 *   - a device connects with its client ID as username and the password of DEVICES (`device-1=secret,device-2=other`)
 *   - a device may only use topics below `devices/CLIENT_ID/`
 *   - a JSON object that a device publishes there gets the fields `device` and `received_at`; anything else is not published
 *   - connections and disconnections are logged
 */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import grpc from '@grpc/grpc-js'
import loader from '@grpc/proto-loader'

/** Where the broker calls this program: the URL of the ExHook server, without `http://`. */
const address = process.env.ADDRESS ?? '127.0.0.1:9000'
const passwords = new Map(
  (process.env.DEVICES ?? 'device-1=secret').split(',').map((entry) => {
    const [device = '', ...password] = entry.split('=')
    return [device, password.join('=')]
  }),
)

const file = fileURLToPath(new URL('exhook.proto', import.meta.url))
const definition = loader.loadSync(file, { keepCase: true, longs: Number, enums: String, defaults: true, oneofs: true })
const { HookProvider } = grpc.loadPackageDefinition(definition).emqx.exhook.v2

/** The hooks that the broker calls. All others cost nothing. */
const hooks = [
  { name: 'client.authenticate' },
  { name: 'client.authorize' },
  { name: 'client.connected' },
  { name: 'client.disconnected' },
  // Only these topics: other messages do not wait for this program.
  { name: 'message.publish', topics: ['devices/#'] },
]

/** Later servers are not called. */
const decide = (isAllowed) => ({ type: 'STOP_AND_RETURN', bool_result: isAllowed })
const log = (event, { clientid, peerhost }, more = '') =>
  console.log(`${event}: ${clientid} ${peerhost} ${more}`.trim())

/** Methods that the broker calls. Missing methods are answered with "not implemented". */
const methods = {
  OnProviderLoaded: ({ meta }) => {
    console.log(`loaded by ${meta.node}`)
    return { hooks }
  },
  OnProviderUnloaded: ({ meta }) => {
    console.log(`unloaded by ${meta.node}`)
    return {}
  },
  OnClientAuthenticate: ({ clientinfo: { clientid, username, password } }) =>
    decide(username === clientid && passwords.has(clientid) && passwords.get(clientid) === password),
  OnClientAuthorize: ({ clientinfo, topic }) => decide(topic.startsWith(`devices/${clientinfo.clientid}/`)),
  OnClientConnected: ({ clientinfo }) => {
    log('connected', clientinfo)
    return {}
  },
  OnClientDisconnected: ({ clientinfo, reason }) => {
    log('disconnected', clientinfo, reason)
    return {}
  },
  OnMessagePublish: ({ message }) => {
    const fields = readObject(message.payload)
    if (!fields) return { type: 'STOP_AND_RETURN', message: { ...message, headers: { allow_publish: 'false' } } }
    const payload = { ...fields, device: message.from, received_at: message.timestamp }
    return { type: 'CONTINUE', message: { ...message, payload: Buffer.from(JSON.stringify(payload)) } }
  },
}

function readObject(payload) {
  try {
    const value = JSON.parse(payload.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const server = new grpc.Server()
server.addService(
  HookProvider.service,
  Object.fromEntries(
    Object.entries(methods).map(([name, answer]) => [
      name,
      ({ request }, reply) => {
        try {
          reply(null, answer(request))
        } catch (error) {
          // The broker continues as `failed_action` says.
          console.error(`${name}: ${error.message}`)
          reply({ code: grpc.status.INTERNAL, details: error.message })
        }
      },
    ]),
  ),
)
await promisify(server.bindAsync.bind(server))(address, grpc.ServerCredentials.createInsecure())
console.log(`ExHook server: ${address}`)
await once(process, 'SIGTERM')
server.forceShutdown()
