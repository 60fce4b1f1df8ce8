import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { testAuthority } from '../certificate.ts'
import { freePorts } from '../free-port.ts'
import { createApis } from './kafka-peer/apis.ts'
import { converse, type PeerPort } from './kafka-peer/connection.ts'
import { createLogs } from './kafka-peer/logs.ts'
import type { KafkaRecord, NewKafkaRecord } from './kafka-peer/records.ts'

/**
 * A fake Kafka on 127.0.0.1, because neither Debian nor npm has a Kafka server. One broker that keeps record batches
 * (version 2) in memory, authenticates by SASL, and coordinates groups. Unknown requests close the connection.
 */
export interface KafkaPeer {
  /** Without authentication. */
  readonly port: number
  /** Authenticates by PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512. */
  readonly saslPort: number
  /** TLS without authentication. */
  readonly tlsPort: number
  /** TLS with PLAIN, as Confluent Cloud and Event Hubs. */
  readonly cloudPort: number
  readonly username: string
  readonly password: string
  /** PEM: the CA of its certificate, which is for localhost and 127.0.0.1. */
  readonly ca: string
  createTopic(topic: string, partitions?: number): void
  removeTopic(topic: string): void
  /** Records of each partition. */
  records(topic: string): readonly (readonly KafkaRecord[])[]
  /** Compression of each batch: 0 none, 1 gzip, 2 snappy. */
  compressions(topic: string): readonly number[]
  publish(topic: string, record: NewKafkaRecord, partition?: number): void
  /** Stops it immediately. `start` starts it again with its records and offsets. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export interface KafkaPeerOptions {
  readonly login?: { readonly username: string; readonly password: string }
  /** A record batch has no further fields. */
  readonly maxBytes?: number
}

const defaultLogin = { username: 'mqdeck', password: 'kafka secret' }

export async function startKafkaPeer({
  maxBytes = 1024 * 1024,
  login = defaultLogin,
}: KafkaPeerOptions = {}): Promise<KafkaPeer> {
  const authority = await testAuthority()
  const certificate = await authority.issue()
  const logs = createLogs(maxBytes)
  const apis = createApis(logs)
  const [port = 0, saslPort = 0, tlsPort = 0, cloudPort = 0] = await freePorts(4)
  const peerPorts: readonly (PeerPort & { readonly isSecure?: boolean })[] = [
    { port, apis, login: undefined },
    { port: saslPort, apis, login },
    { port: tlsPort, apis, login: undefined, isSecure: true },
    { port: cloudPort, apis, login, isSecure: true },
  ]
  const sockets = new Set<Socket>()
  let servers: readonly Server[] = []
  const all = (topic: string) => logs.of(topic) ?? []

  const open = (peerPort: (typeof peerPorts)[number]): Promise<Server> => {
    const server = peerPort.isSecure ? createTlsServer(certificate) : createServer()
    server.on(peerPort.isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      converse(socket, peerPort)
    })
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(peerPort.port, '127.0.0.1', () => resolve(server))
    })
  }
  const peer: KafkaPeer = {
    ...login,
    port,
    saslPort,
    tlsPort,
    cloudPort,
    ca: authority.cert,
    createTopic: (topic, partitions = 3) => logs.create(topic, partitions),
    removeTopic: logs.remove,
    records: (topic) => all(topic).map((one) => one.records()),
    compressions: (topic) => all(topic).flatMap((one) => one.compressions()),
    publish: (topic, record, partition = 0) => logs.publish(topic, partition, record),
    async start() {
      if (servers.length === 0) servers = await Promise.all(peerPorts.map(open))
    },
    async kill() {
      const closing = servers.map((server) => new Promise((done) => server.close(done)))
      servers = []
      for (const socket of sockets) socket.destroy()
      await Promise.all(closing)
    },
    close: () => peer.kill(),
  }
  await peer.start()
  return peer
}
