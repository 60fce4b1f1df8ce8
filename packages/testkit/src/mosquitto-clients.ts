import { type RunningProcess, startProcess } from './process.ts'
import type { Endpoint } from './transport.ts'

export interface MosquittoClientOptions {
  /** PEM file with the certificate to trust. Enables TLS. */
  readonly cafile?: string
  readonly args?: readonly string[]
}

/**
 * Runs mosquitto_pub until it exits. @throws with its output if it fails
 * @debian mosquitto-clients /usr/bin/mosquitto_pub
 */
export async function mosquittoPublish(
  { host, port }: Endpoint,
  { cafile, args = [] }: MosquittoClientOptions,
  input?: string,
): Promise<void> {
  const child = startProcess({ command: 'mosquitto_pub', args: [...connection(host, port, cafile), ...args] })
  if (input !== undefined) child.write(input)
  child.closeInput()
  const { code } = await child.waitForExit()
  if (code !== 0) throw new Error(`mosquitto_pub ${args.join(' ')} ended with ${code}: ${child.output()}`)
}

/** Starts mosquitto_sub and waits until the broker has accepted its subscription. */
export async function mosquittoSubscribe(
  { host, port }: Endpoint,
  { cafile, args = [] }: MosquittoClientOptions,
): Promise<RunningProcess> {
  // Without this, it buffers output to a pipe.
  const program = ['-oL', 'mosquitto_sub', '-d', ...connection(host, port, cafile)]
  const child = startProcess({ command: 'stdbuf', args: [...program, ...args] })
  await child.line(/^Subscribed/).catch(async (error: unknown) => {
    await child.kill()
    throw error
  })
  return child
}

const connection = (host: string, port: number, cafile: string | undefined) => [
  '-h',
  host,
  '-p',
  `${port}`,
  ...(cafile === undefined ? [] : ['--cafile', cafile]),
]
