import { userInfo } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@mqdeck/contract'
import { systemClock } from '@mqdeck/kit'
import { type AuditLog, openAuditLog } from '../backends/embedded/audit/service.ts'
import { openConfiguration } from '../broker-config/configuration.ts'
import { createLogging } from '../log/create-logging.ts'
import { consoleOnly, toLevel } from '../log/log-settings.ts'
import type { Loaded } from '../start-options/load.ts'
import { toBases } from '../start-options/root-overrides.ts'
import type { Data } from '../store/open-data.ts'

export interface TypedCommand {
  readonly name: string
  readonly args: readonly string[]
}

/**
 * Runs a command and records it in the audit log, if that is enabled; also if the command fails.
 * @param warn called if the command succeeded but could not be recorded, because this must not keep a locked-out user
 *   from signing in
 */
export async function audited(
  data: Data,
  loaded: Loaded,
  { name, args }: TypedCommand,
  warn: (problem: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const began = performance.now()
  const write = async (failure: string | undefined) => {
    const command = { name, args, user: userName(), failure, duration: performance.now() - began }
    await withAuditLog(data, loaded, async (log) => (log.isOn() ? log.recordCommand(command) : undefined)).catch(
      (error: unknown) => warn(`The command is not in the audit log: ${messageOf(error)}`),
    )
  }
  await work().catch(async (error: unknown) => {
    await write(messageOf(error))
    throw error
  })
  await write(undefined)
}

/** With the settings that the server would use. */
async function withAuditLog(
  data: Data,
  { settings, overrides }: Loaded,
  use: (log: AuditLog) => Promise<void>,
): Promise<void> {
  const logging = createLogging({
    settings: consoleOnly(toLevel(settings.log_level)),
    folder: data.folder,
    clock: systemClock,
    writeConsole: () => {},
  })
  try {
    const folder = join(data.folder, 'configs')
    const { log } = logging
    const configuration = openConfiguration({ folder, bases: toBases(settings), overrides, clock: systemClock, log })
    const { audit } = configuration.plain('log')
    if (audit.enable) await logging.update(configuration.plain('log'))
    await use(
      openAuditLog({
        store: data.store,
        disk: data.disk,
        clock: systemClock,
        node: settings.node_name,
        settings: () => audit,
        writeFile: logging.audit,
        log,
      }),
    )
  } finally {
    await logging.close()
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as in a container.
    return ''
  }
}
