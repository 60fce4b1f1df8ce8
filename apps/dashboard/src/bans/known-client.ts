import type { BanDimension } from '@mqdeck/contract'

/** What is known of the client that is to be banned: the form begins with it. */
export interface KnownClient {
  readonly clientid: string
  readonly username?: string | null | undefined
  readonly peerhost?: string | undefined
}

/** What a ban of this kind would name; empty where it is unknown, or cannot be derived from one client. */
export function nameFor(kind: BanDimension, { clientid, username, peerhost }: KnownClient): string {
  if (kind === 'clientid') return clientid
  if (kind === 'username') return username ?? ''
  return kind === 'peerhost' ? (peerhost ?? '') : ''
}
