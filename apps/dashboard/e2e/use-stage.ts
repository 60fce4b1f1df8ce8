import { connectMqttJs, type MqttJsClient } from '@mqdeck/testkit'
import type { RunningServer } from 'mqdeck'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createStage, credentials, type Stage, type StageOptions, startFreshServer } from './browser.ts'

type MqttOptions = NonNullable<Parameters<typeof connectMqttJs>[1]>

export interface FileStage extends Omit<Stage, 'stop'> {
  /** Connects an MQTT client to the TCP listener. It ends after the test, or after the last one if connected in `beforeAll`. */
  readonly connect: (clientId: string, options?: MqttOptions) => Promise<MqttJsClient>
}

/** `createStage` for all tests of a file. @param options as a function: called after earlier `beforeAll` hooks */
export function useStage(options: StageOptions | (() => StageOptions) = {}): FileStage {
  const clients: MqttJsClient[] = []
  let clientsOfFile = 0
  const running = useRunning(() => createStage(typeof options === 'function' ? options() : options))
  beforeEach(() => {
    clientsOfFile = clients.length
  })
  afterEach(() => endAll(clients.splice(clientsOfFile)))
  afterAll(() => endAll(clients))
  return {
    get server() {
      return running().server
    },
    open: (path, how) => running().open(path, how),
    api: (method, path, body) => running().api(method, path, body),
    async connect(clientId, how = {}) {
      const endpoint = { host: '127.0.0.1', port: running().server.ports.tcp ?? 0 }
      const client = await connectMqttJs(endpoint, { clientId, ...how })
      clients.push(client)
      return client
    },
  }
}

/** A second server for all tests of a file, for example as the cluster of the stage. */
export function useServer(settings: Parameters<typeof startFreshServer>[0] = {}): () => RunningServer {
  const running = useRunning(() =>
    startFreshServer({ 'dashboard.default_password': credentials.password, ...settings }),
  )
  return () => running().server
}

function useRunning<T extends { readonly stop: () => Promise<unknown> }>(start: () => Promise<T>): () => T {
  let running: T | undefined
  beforeAll(async () => {
    running = await start()
  })
  afterAll(() => running?.stop())
  return () => {
    if (!running) throw new Error('not running before `beforeAll`')
    return running
  }
}

/** Some are disconnected already, and some wait for an acknowledgement that never arrives. */
const endAll = (clients: readonly MqttJsClient[]) =>
  Promise.all(clients.map(({ client }) => client.endAsync(true).catch(() => {})))
