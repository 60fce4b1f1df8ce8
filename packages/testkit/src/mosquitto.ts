import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testCertificate } from './certificate.ts'
import { freePorts } from './free-port.ts'
import { type RunningProcess, startProcess, waitForPort } from './process.ts'
import { createTempFolder } from './temp-folder.ts'

export interface Mosquitto {
  readonly host: string
  readonly ports: Readonly<Record<'tcp' | 'tls' | 'ws', number>>
  readonly process: RunningProcess
  stop(): Promise<void>
}

/**
 * Starts Debian's mosquitto on free ports of 127.0.0.1. `config` is appended to its configuration file.
 * @debian mosquitto /usr/sbin/mosquitto
 */
export async function startMosquitto(config: readonly string[] = []): Promise<Mosquitto> {
  const folder = await createTempFolder()
  const [tcp = 0, tls = 0, ws = 0] = await freePorts(3)
  const { cert, key } = await testCertificate()
  const file = (name: string) => join(folder.path, name)
  await Promise.all([
    writeFile(file('cert.pem'), cert),
    // mosquitto drops root privileges before it reads the key.
    writeFile(file('key.pem'), key, { mode: 0o644 }),
    writeFile(
      file('mosquitto.conf'),
      [
        ...(process.getuid?.() === 0 ? ['user root'] : []),
        'allow_anonymous true',
        'max_inflight_messages 0',
        ...config,
        `listener ${tcp} 127.0.0.1`,
        `listener ${ws} 127.0.0.1`,
        'protocol websockets',
        `listener ${tls} 127.0.0.1`,
        `certfile ${file('cert.pem')}`,
        `keyfile ${file('key.pem')}`,
        '',
      ].join('\n'),
    ),
  ])
  const process_ = startProcess({ command: '/usr/sbin/mosquitto', args: ['-c', file('mosquitto.conf')] })
  await Promise.race([
    Promise.all([tcp, tls, ws].map((port) => waitForPort(port))),
    process_.exited.then(() => Promise.reject(new Error(`mosquitto ended: ${process_.output()}`))),
  ])
  return {
    host: '127.0.0.1',
    ports: { tcp, tls, ws },
    process: process_,
    async stop() {
      await process_.stop()
      await folder.remove()
    },
  }
}
