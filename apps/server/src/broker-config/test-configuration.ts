import { silentLog, systemClock } from '@mqdeck/kit'
import { createTempFolder } from '@mqdeck/testkit'
import { type Configuration, type ConfigurationOptions, type Connection, openConfiguration } from './configuration.ts'
import { type RootName, rootNames } from './roots.ts'

/** A configuration in its own folder, whose roots record how they are applied. */
export interface TestConfiguration {
  readonly configuration: Configuration
  readonly folder: string
  /** Names of applied roots such as `mqtt`, in order, including undone ones. */
  readonly applied: string[]
  /** Makes the next application of a root fail. */
  failOnce(name: RootName): void
  /** Reopens the same folder, as after a restart. */
  reopen(options?: Partial<ConfigurationOptions>): Promise<TestConfiguration>
  remove(): Promise<void>
}

export async function createTestConfiguration(options: Partial<ConfigurationOptions> = {}): Promise<TestConfiguration> {
  const folder = await createTempFolder()
  return open(folder.path, options, () => folder.remove())
}

async function open(
  folder: string,
  options: Partial<ConfigurationOptions>,
  remove: () => Promise<void>,
): Promise<TestConfiguration> {
  const applied: string[] = []
  const failing = new Set<string>()
  const configuration = openConfiguration({ folder, clock: systemClock, log: silentLog, ...options })
  const connection = (name: RootName): Connection<RootName> => ({
    apply: async () => {
      // As real roots: not in the same tick.
      await Promise.resolve()
      if (failing.delete(name)) throw new Error(`${name} does not want to`)
      applied.push(name)
    },
  })
  for (const name of rootNames) configuration.connect(name, connection(name))
  await configuration.start()
  return {
    configuration,
    folder,
    applied,
    failOnce: (name) => failing.add(name),
    reopen: (changed = {}) => open(folder, { ...options, ...changed }, remove),
    remove,
  }
}
