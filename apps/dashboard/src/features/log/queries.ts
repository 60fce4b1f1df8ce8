import {
  getLogConfig,
  type LogFile,
  type LogLines,
  listLogFiles,
  type log,
  readLogFile,
  updateLogConfig,
  type WireValue,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, useConnection } from '../../data/index.ts'
import type { LogRange, ReadLog } from './log-tail.ts'

type LogSettings = WireValue<typeof log>

export const logSettingsQuery = defineQuery<undefined, LogSettings>({
  name: 'log-settings',
  load: (call, _args, signal) => call(getLogConfig, { signal }),
})

/** The files that can be followed; undefined inside where the broker is another server than the one of this page. */
export const logFilesQuery = defineQuery<undefined, { readonly files: readonly LogFile[] | undefined }>({
  name: 'log-files',
  load: async (call, _args, signal) => ({ files: await orIfMissing(call(listLogFiles, { signal }), undefined) }),
})

export const saveLogSettings = defineChange<unknown, unknown>({
  // A form's value is checked by the broker: it may have fields that are newer than this dashboard.
  apply: (call, value) => call(updateLogConfig, { body: value as LogSettings }),
  invalidates: [logSettingsQuery, logFilesQuery],
})

/** Reads parts of a log file. They are not kept in the cache: the view holds what it shows, and lets go of the rest. */
export function useReadLog(): (name: string) => ReadLog {
  const { call } = useConnection()
  return (name) =>
    (range: LogRange): Promise<LogLines> =>
      call(readLogFile, { params: { name }, query: range })
}
