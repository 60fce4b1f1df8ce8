import { systemClock } from '@mqdeck/kit'
import { createTempStore } from '@mqdeck/testkit'
import type { IntegrationHarness, SettingsUnderTest } from '@mqdeck/testkit/suites'
import { type IntegrationKind, structsOf } from './catalog.ts'
import { createIntegrations } from './create-integrations.ts'
import type { Integrations } from './integrations.ts'
import type { Data } from './port.ts'

const names = { connector: 'c', action: 'a', source: 's' } as const

/** A connector of a type with an action and a source, with its own temporary store. */
export async function createHarness(type: string): Promise<IntegrationHarness> {
  const temp = await createTempStore()
  const reported: string[] = []
  const messages: Data[] = []
  let integrations = await begin()

  async function begin(): Promise<Integrations> {
    const write = (fields: object, event: string) => reported.push(`${event} ${shown(fields)}`)
    const made = createIntegrations({
      clock: systemClock,
      log: { isEnabled: () => true, debug: write, info: write, warn: write, error: write },
      store: temp.store,
      folder: '/',
      node: 'mqdeck@127.0.0.1',
    })
    made.onMessage((_, message) => void messages.push(message))
    made.observe((event) => reported.push(shown(event)))
    await made.start({ connectors: {}, actions: {}, sources: {} })
    return made
  }

  const plain = (part: IntegrationKind, settings: object) => {
    const { config } = structsOf(part, type) ?? {}
    if (!config) throw new Error(`${type} has no ${part}`)
    const wire: unknown = config.schema.parse(settings)
    return toPlain(config.fields, wire as object)
  }

  return {
    async apply(settings: SettingsUnderTest) {
      const root = (part: IntegrationKind) =>
        settings[part] ? { [type]: { [names[part]]: plain(part, settings[part]) as never } } : {}
      await integrations.update({ connectors: root('connector'), actions: root('action'), sources: root('source') })
    },
    state: (part) => integrations.state(part, `${type}:${names[part]}`),
    run: (part, operation) => integrations.run(part, `${type}:${names[part]}`, operation),
    probe: (part, settings) => integrations.probe(part as 'connector', type, plain(part, settings) as never),
    send: (data) => new Promise((done) => integrations.send(`${type}:a`, data, { done })),
    metrics: (part) => ({ ...integrations.metrics(part, `${type}:${names[part]}`) }),
    messages: () => messages,
    reported: () => reported.join('\n'),
    async reopen() {
      await integrations.stop()
      await temp.reopen()
      integrations = await begin()
    },
    async close() {
      await integrations.stop()
      await temp.remove()
    },
  }
}

/** Converts each field separately, because the fields are not known at compile time. */
const toPlain = (fields: NonNullable<ReturnType<typeof structsOf>>['config']['fields'], value: object) =>
  Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fields[key]?.kind.toPlain(one) ?? one]))

const shown = (value: object) =>
  JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return String(one)
    return one instanceof Uint8Array ? Buffer.from(one).toString() : one
  })
