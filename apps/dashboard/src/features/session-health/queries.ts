import { endpoint, listClientsV2, textBody } from '@mqdeck/contract'
import { useConnection } from '../../api/index.ts'
import type { ScanRequest } from './scan.ts'
import { scannedFields } from './session-row.ts'

/** Keeps the response as text, since it is parsed in the worker. */
const listClientsAsText = endpoint({ ...listClientsV2, keepsText: true, ok: { 200: textBody } })

const pageSize = 500

/** Loads one page of clients as text. `withListener` requests all fields, about a kilobyte more per client. */
export function useClientPageLoader(withListener: boolean): ScanRequest['load'] {
  const { call } = useConnection()
  const fields = withListener ? undefined : scannedFields.join(',')
  return async (cursor, signal) =>
    String(await call(listClientsAsText, { query: { limit: pageSize, cursor, fields }, signal }))
}
