import { type Call, endpoint, listClientsV2, textBody } from '@mqdeck/contract'
import type { ScanRequest } from './scan.ts'
import { scannedFields } from './session-row.ts'

/** The worker reads the answer, not the page. */
const listClientsAsText = endpoint({ ...listClientsV2, keepsText: true, ok: { 200: textBody } })

const pageSize = 500

/** One page of the walk over all clients, as it was sent. `withListener`: everything is asked of each, a kilobyte more. */
export function clientPageLoader(call: Call, withListener: boolean): ScanRequest['load'] {
  const fields = withListener ? undefined : scannedFields.join(',')
  return async (cursor, signal) =>
    String(await call(listClientsAsText, { query: { limit: pageSize, cursor, fields }, signal }))
}
