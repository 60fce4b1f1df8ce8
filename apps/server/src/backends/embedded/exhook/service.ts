import { isDeepStrictEqual } from 'node:util'
import { createExHooks, type ExHooks } from '@mqdeck/extensions'
import { SettingsError } from '@mqdeck/kit'
import type { Connection } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { version } from '../../../version.ts'
import type { BrokerContext } from '../broker-context.ts'
import { invalid } from '../root-checks.ts'

/** The ExHook servers of the broker. */
export interface ExHookService {
  readonly exhooks: ExHooks
  readonly root: Connection<'exhook'>
  /** Calls back after the servers have changed. */
  readonly onChange: (listener: () => void) => void
  /** How often the servers were changed: an update without changes does not load them again. */
  readonly changes: () => number
  /** Before clients can connect, so that no client passes a server that would deny it. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createExHookService(context: BrokerContext): ExHookService {
  const { broker, node, configuration, folder } = context
  const exhooks = createExHooks({
    ...context,
    hooks: broker.hooks,
    identity: { node, version, sysdescr: 'MQDeck', clusterName: 'emqxcl' },
  })
  let changes = 0
  const listeners: (() => void)[] = []
  return {
    exhooks,
    changes: () => changes,
    onChange: (listener) => void listeners.push(listener),
    root: {
      async apply(next, previous) {
        const { servers } = withFolder(next, folder)
        // Reading certificates takes time, in which no client may pass.
        const withdraw = exhooks.announce(servers)
        for (const [index, server] of servers.entries()) {
          if (previous.servers.some((one) => isDeepStrictEqual(one, next.servers[index]))) continue
          await exhooks.checkTls(server).catch((error: unknown) => {
            withdraw()
            if (!(error instanceof SettingsError)) throw error
            throw invalid(`exhook.servers.${index + 1}.${error.field}`, error.message, undefined)
          })
        }
        changes += 1
        await exhooks.update(servers)
        for (const listener of listeners) listener()
      },
    },
    start: () => exhooks.update(withFolder(configuration.plain('exhook'), folder).servers),
    stop: () => exhooks.stop(),
  }
}
