import type { Log } from '@mqdeck/kit'

/** Who shows a certificate from a file. */
export interface Reloadable {
  readonly id: string
  /** Reads the certificates again. False when they are the same; throws and goes on with those it had. */
  reload(): Promise<boolean>
}

/** How often the files of certificates are looked at, milliseconds. */
export const certificateInterval = 10_000

/** Reads certificates again and logs what came of it; the same complaint is logged once. True: there is a new one. */
export function createCertificateReload(log: Log): (one: Reloadable) => Promise<boolean> {
  const complaints = new Map<string, string>()
  return async (one) => {
    try {
      const isNew = await one.reload()
      complaints.delete(one.id)
      if (isNew) log.info({ listener: one.id }, 'certificate_reloaded')
      return isNew
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (complaints.get(one.id) !== reason) log.error({ listener: one.id, reason }, 'certificate_reload_failed')
      complaints.set(one.id, reason)
      return false
    }
  }
}
