import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'
import { startProcess } from '../process.ts'

const run = promisify(execFile)

/** The client of Eclipse Wakaama, whose sources are in this package of npm. */
const sources = {
  package: 'node-red-contrib-lwm2m@2.12.3',
  file: 'node-red-contrib-lwm2m-2.12.3.tgz',
  sha512:
    'dc1f2c78fbb03c96c6276f8fe491cb472b96da7f300322c8ff9346f63f9bfa44f6d4c3cdb48934131cd8f212b8f903edcfe1bad9ba56860c46156bd5434fe7f0',
}

/** Built once for all runs. */
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/mqdeck/wakaama', import.meta.url))

export interface Wakaama {
  /** All that it has printed. */
  output(): string
  /** A command of its console, such as `quit`. */
  write(command: string): void
  close(): Promise<void>
}

interface Options {
  readonly endpoint: string
  /** Of the gateway on 127.0.0.1. */
  readonly port: number
  /** Seconds. */
  readonly lifetime?: number
}

/**
 * Starts an LwM2M device that is independent of ours, with objects 1 to 7.
 * @debian gcc /usr/bin/gcc
 * @debian libc6-dev /usr/include/stdio.h
 */
export async function startWakaama({ endpoint, port, lifetime = 300 }: Options): Promise<Wakaama> {
  const command = await built()
  const child = startProcess({
    command,
    args: [
      '-4',
      ...['-n', endpoint],
      ...['-l', String(await freePort())],
      ...['-h', '127.0.0.1'],
      ...['-p', String(port)],
      ...['-t', String(lifetime)],
    ],
  })
  return {
    output: () => child.output(),
    write: (line) => child.write(`${line}\n`),
    close: async () => {
      await child.kill()
    },
  }
}

/** The path of the program. Several test files may build it at the same time. */
async function built(): Promise<string> {
  const program = join(cache, 'lwm2mclient')
  if (existsSync(program)) return program
  const folder = join(cache, `building-${process.pid}`)
  await mkdir(folder, { recursive: true })
  try {
    await run('npm', ['pack', sources.package, '--silent', '--pack-destination', folder], { cwd: folder })
    const archive = join(folder, sources.file)
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('hex')
    if (digest !== sources.sha512) throw new Error(`${sources.package} has another content: ${digest}`)
    await run('tar', ['-xzf', archive, '-C', folder])
    const root = join(folder, 'package/deps/wakatiwai/deps/wakaama')
    const files = [
      ...(await cFiles(join(root, 'examples/client'))),
      ...['connection', 'commandline', 'platform'].map((name) => join(root, 'examples/shared', `${name}.c`)),
      ...(await cFiles(join(root, 'core'))),
      ...(await cFiles(join(root, 'core/er-coap-13'))),
    ]
    const defines = ['LWM2M_CLIENT_MODE', 'LWM2M_BOOTSTRAP', 'LWM2M_LITTLE_ENDIAN', 'LWM2M_SUPPORT_JSON']
    await run('gcc', [
      ...['-O1', '-w', ...defines.map((name) => `-D${name}`)],
      ...[`-I${join(root, 'core')}`, `-I${join(root, 'examples/shared')}`],
      ...files,
      ...['-o', join(folder, 'lwm2mclient')],
    ])
    await rename(join(folder, 'lwm2mclient'), program)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return program
}

const cFiles = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.c')).map((name) => join(folder, name))
