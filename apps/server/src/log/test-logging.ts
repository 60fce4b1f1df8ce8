import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFakeClock, createTempFolder, type FakeClock } from '@mqdeck/testkit'
import { createLogging, type Logging } from './create-logging.ts'
import { consoleOnly, defaultLogSettings, type FileHandlerSettings, type LogSettings } from './log-settings.ts'

/** Logging into its own folder, with the captured console output. */
export interface TestLogging {
  readonly logging: Logging
  readonly clock: FakeClock
  readonly folder: string
  readonly console: string[]
  /** All parts of a log, oldest first. */
  content(name?: string): string
  remove(): Promise<void>
}

export async function createTestLogging(settings: LogSettings): Promise<TestLogging> {
  const { path: folder, remove } = await createTempFolder()
  const clock = createFakeClock(Date.parse('2026-11-21T08:00:00Z'))
  const console: string[] = []
  const logging = createLogging({ settings, folder, clock, writeConsole: (line) => console.push(line) })
  return {
    logging,
    clock,
    folder,
    console,
    content: (name = 'default') => {
      const parts = logging.files().find((file) => file.name === name)?.parts ?? []
      return parts.map((part) => readFileSync(join(folder, part.path), 'utf8')).join('')
    },
    remove: async () => {
      await logging.close()
      await remove()
    },
  }
}

/** A console, at `debug` on request, and one file `default` at `info`. */
export function fileSettings(changes: Partial<FileHandlerSettings> = {}): LogSettings {
  const { default: handler } = defaultLogSettings('warning').file
  if (!handler) throw new Error('the defaults have one file')
  const base = consoleOnly('warning')
  const file = { ...handler, level: 'info' as const, time_offset: 'utc', ...changes }
  return { ...base, console: { ...base.console, time_offset: 'utc' }, file: { default: file } }
}
