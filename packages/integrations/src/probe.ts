import { createResource, type ResourceType } from '@mqdeck/kit'
import { withoutConnector } from './channel.ts'
import { type ConnectorInstance, maxAttemptMs } from './connector.ts'
import { IntegrationError } from './integration-error.ts'
import type { ConnectorSettings } from './plain.ts'
import type { ActionRuntime, Data, Exchange, IntegrationContext } from './port.ts'
import { type Redact, reasonOf } from './reason.ts'

const failed = (reason: string, cause?: unknown) => new IntegrationError('TEST_FAILED', reason, { cause })

/** Connects once. Nothing is kept. @throws {IntegrationError} (rejects) TEST_FAILED */
export async function probeConnector(
  type: ResourceType<unknown>,
  settings: ConnectorSettings,
  { clock }: IntegrationContext,
  redact: Redact,
): Promise<void> {
  const resource = createResource(type, { clock, timeout: maxAttemptMs(settings) })
  await resource.start()
  const { status, reason } = resource.state()
  await resource.stop()
  if (status !== 'connected') throw failed(reasonOf(reason, redact))
}

/** Connects, sends one request and disconnects. @throws {IntegrationError} (rejects) TEST_FAILED, BAD_REQUEST */
export async function exchangeOnce(
  type: ResourceType<unknown>,
  settings: ConnectorSettings,
  runtime: ActionRuntime,
  data: Data,
  { clock }: IntegrationContext,
  redact: Redact,
): Promise<Exchange> {
  if (!runtime.exchange) throw new IntegrationError('BAD_REQUEST', 'this type does not return responses')
  const resource = createResource(type, { clock, timeout: maxAttemptMs(settings) })
  try {
    const request = runtime.render(data)
    await resource.start()
    const connection = resource.current()
    if (connection === undefined) throw new Error(resource.state().reason ?? 'could not connect')
    return await runtime.exchange(connection, request, new AbortController().signal)
  } catch (error) {
    throw failed(reasonOf(error, redact), error)
  } finally {
    await resource.stop()
  }
}

/** Milliseconds that a check can take. */
const timeout = 5_000

/** Checks whether an action or a source can work on the current connection of its connector. */
export async function probeChannel(
  connector: ConnectorInstance | undefined,
  check: ((connection: unknown, signal: AbortSignal) => Promise<void>) | undefined,
): Promise<void> {
  const connection = connector?.resource.current()
  if (!connector || connection === undefined) throw failed(connector?.state().reason || withoutConnector)
  const signal = AbortSignal.timeout(timeout)
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no response within ${timeout} ms`)))
  })
  try {
    await Promise.race([check?.(connection, signal), timedOut])
  } catch (error) {
    throw failed(reasonOf(error, connector.redact), error)
  }
}
