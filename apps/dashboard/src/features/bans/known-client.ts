import type { BanDimension } from '@mqdeck/contract'

/** A client to ban, from which the form is filled in. */
export interface KnownClient {
  readonly clientid: string
  readonly username?: string | null | undefined
  readonly peerhost?: string | undefined
}

/** The value of the client for this kind of ban; empty if it is unknown or does not apply to a single client. */
export function valueFor(kind: BanDimension, { clientid, username, peerhost }: KnownClient): string {
  if (kind === 'clientid') return clientid
  if (kind === 'username') return username ?? ''
  return kind === 'peerhost' ? (peerhost ?? '') : ''
}
