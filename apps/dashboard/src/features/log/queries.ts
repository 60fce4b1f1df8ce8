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
import { defineChange, defineQuery, orIfMissing, useConnection } from '../../api/index.ts'
import type { LogRange, ReadLog } from './log-tail.ts'

type LogSettings = WireValue<typeof log>

export const logSettingsQuery = defineQuery<undefined, LogSettings>({
  name: 'log-settings',
  load: (call, _args, signal) => call(getLogConfig, { signal }),
})

/** Files of the live view. `files` is undefined for brokers without this endpoint. */
export const logFilesQuery = defineQuery<undefined, { readonly files: readonly LogFile[] | undefined }>({
  name: 'log-files',
  load: async (call, _args, signal) => ({ files: await orIfMissing(call(listLogFiles, { signal }), undefined) }),
})

export const saveLogSettings = defineChange<unknown, unknown>({
  // The broker validates the value: it may have fields that this dashboard does not know yet.
  apply: (call, value) => call(updateLogConfig, { body: value as LogSettings }),
  invalidates: [logSettingsQuery, logFilesQuery],
})

/** Reads parts of a log file. Bypasses the query cache, because the view keeps only the lines it needs. */
export function useReadLog(): (name: string) => ReadLog {
  const { call } = useConnection()
  return (name) =>
    (range: LogRange): Promise<LogLines> =>
      call(readLogFile, { params: { name }, query: range })
}
