import { startProcess } from '../process.ts'
import { runWithInput } from './run-with-input.ts'

/**
 * The Kafka cluster for tests that librdkafka contains, on free ports of 127.0.0.1, with its own client. It has no
 * authentication. A topic is created with four partitions when it is first used.
 */
export interface KcatCluster {
  /** Addresses of its brokers, separated by commas. */
  readonly servers: string
  /** Sends one message per line to partition 0, as a single batch. */
  produce(
    topic: string,
    lines: readonly string[],
    compression?: 'none' | 'gzip' | 'snappy' | 'lz4' | 'zstd',
  ): Promise<void>
  /** All messages of the topic, as JSON objects of kcat with `key`, `payload`, `partition`, `headers` and others. */
  consume(topic: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  close(): Promise<void>
}

/**
 * The cluster runs in a consumer that waits for messages.
 * @debian kcat /usr/bin/kcat
 */
export async function startKcatCluster(): Promise<KcatCluster> {
  const settings = ['-X', 'test.mock.num.brokers=2', '-d', 'mock']
  const child = startProcess({ command: 'kcat', args: ['-C', '-b', 'mock', '-t', 'none', '-o', 'end', ...settings] })
  const line = await child.line(/bootstrap\.servers=/)
  const servers = /bootstrap\.servers=(\S+)/.exec(line)?.[1] ?? ''
  return {
    servers,
    async produce(topic, lines, compression = 'none') {
      const args = ['-P', '-b', servers, '-t', topic, '-p', '0', '-z', compression, '-X', 'linger.ms=500']
      await runWithInput({ program: 'kcat', args }, lines.map((text) => `${text}\n`).join(''))
    },
    async consume(topic) {
      const output = await runWithInput(
        { program: 'kcat', args: ['-C', '-b', servers, '-t', topic, '-e', '-q', '-J'] },
        '',
      )
      return output
        .split('\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text))
    },
    async close() {
      await child.kill()
    },
  }
}
