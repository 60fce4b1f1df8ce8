import { messageOf } from '@mqdeck/contract'
import type { Log } from '@mqdeck/kit'

/** A server with a certificate from a file. */
export interface Reloadable {
  readonly id: string
  /** Reads the certificates again. Returns false if they are unchanged; throws on an error and keeps the previous ones. */
  reload(): Promise<boolean>
}

/** Interval at which certificate files are checked, in milliseconds. */
export const certificateInterval = 10_000

/** Reloads certificates and logs the result; a repeated error is logged once. Returns true if a certificate is new. */
export function createCertificateReload(log: Log): (one: Reloadable) => Promise<boolean> {
  const loggedErrors = new Map<string, string>()
  return async (one) => {
    try {
      const isNew = await one.reload()
      loggedErrors.delete(one.id)
      if (isNew) log.info({ listener: one.id }, 'certificate_reloaded')
      return isNew
    } catch (error) {
      const reason = messageOf(error)
      if (loggedErrors.get(one.id) !== reason) log.error({ listener: one.id, reason }, 'certificate_reload_failed')
      loggedErrors.set(one.id, reason)
      return false
    }
  }
}
