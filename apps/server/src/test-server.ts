import { cheapPasswordCost, connectMqttJs, createTempFolder, eventually, type MqttJsClient } from '@mqdeck/testkit'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

/** Response fields that tests read. Other responses are compared as a whole. */
interface Body {
  readonly data: readonly Readonly<Record<'clientid' | 'topic' | 'payload' | 'who', string>>[]
  readonly meta: { readonly hasnext: boolean; readonly cursor: string; readonly position: string }
  readonly token: string
  readonly clientid: string
  readonly listener: string
  readonly keepalive: number
  readonly api_key: string
  readonly api_secret: string
}

export interface TestResponse {
  readonly status: number
  readonly body: Body
}

/** A complete server on free ports with a signed-in administrator. */
export interface TestServer {
  readonly server: RunningServer
  readonly folder: string
  /** As the administrator, or with another token. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<TestResponse>
  get(path: string): Promise<TestResponse>
  /** Token of the administrator. */
  token(): string
  /** Token of a user. */
  login(username: string, password: string): Promise<string>
  /** Signs the administrator in again, after a change that ended the session. */
  signInAgain(password?: string): Promise<void>
  connect(clientId: string, options?: object): Promise<MqttJsClient>
  /** A disconnected client with a session and a QoS 1 subscription. */
  leaveSession(clientId: string, topic: string): Promise<void>
  /** Disconnects all clients and ends their sessions. */
  clear(): Promise<void>
  stop(): Promise<void>
}

export const freePorts = {
  'dashboard.port': 0,
  'listeners.tcp.port': 0,
  'listeners.ssl.port': 0,
  'listeners.ws.port': 0,
  'listeners.wss.port': 0,
}

/** @param options an undefined `passwordCost` is the cost in production */
export async function startTestServer(
  options: Pick<ServerOptions, 'passwordCost' | 'clock'> = {},
): Promise<TestServer> {
  const folder = await createTempFolder()
  const server = await startServer({
    settings: { data_dir: folder.path, ...freePorts },
    passwordCost: cheapPasswordCost,
    ...options,
  })
  const connected: MqttJsClient[] = []
  let administrator = ''

  const call = (method: string, path: string, body?: unknown, token = administrator) =>
    request(`${server.urls.api}${path}`, method, body, token)
  const login = async (username: string, password: string) =>
    (await call('POST', '/login', { username, password })).body.token
  const connect = async (clientId: string, options: object = {}) => {
    const client = await connectMqttJs(
      { host: '127.0.0.1', port: 'port' in options ? Number(options.port) : (server.ports.tcp ?? 0) },
      { clientId, ...options },
    )
    connected.push(client)
    return client
  }
  administrator = await login('admin', 'public')

  return {
    server,
    folder: folder.path,
    call,
    get: (path) => call('GET', path),
    token: () => administrator,
    login,
    signInAgain: async (password = 'public') => {
      administrator = await login('admin', password)
    },
    connect,
    leaveSession: async (clientId, topic) => {
      const { client } = await connect(clientId, { clean: false, properties: { sessionExpiryInterval: 3600 } })
      await client.subscribeAsync(topic, { qos: 1 })
      client.stream.destroy()
      await eventually(
        () => server.broker.client(clientId)?.connected === false,
        () => `${clientId} is still connected`,
      )
    },
    clear: async () => {
      await Promise.all(connected.splice(0).map((client) => client.end()))
      await Promise.all([...server.broker.clients()].map(({ info }) => server.broker.kick(info.clientId, 'kicked')))
    },
    stop: async () => {
      await server.stop()
      await folder.remove()
    },
  }
}

async function request(url: string, method: string, body: unknown, token: string): Promise<TestResponse> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

export const idsOf = ({ body }: TestResponse) => body.data.map(({ clientid }) => clientid).sort()
