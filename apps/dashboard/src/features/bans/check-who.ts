import { type BanDimension, isIpAddress } from '@mqdeck/contract'

export type WhoFault = 'missing' | 'notAnAddress' | 'notANetwork'

/**
 * The error of the banned value; undefined if it is valid. Only the broker can check regular expressions (RE2 in MQDeck, PCRE in
 * EMQX), and the field shows its error message.
 */
export function checkWho(kind: BanDimension, who: string): WhoFault | undefined {
  if (who === '') return 'missing'
  if (kind === 'peerhost') return isIpAddress(who) ? undefined : 'notAnAddress'
  if (kind === 'peerhost_net') return isNetwork(who) ? undefined : 'notANetwork'
  return undefined
}

/** `10.0.0.0/8`, `fd00::/8` */
function isNetwork(text: string): boolean {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(text)
  const address = match?.[1] ?? ''
  return isIpAddress(address) && Number(match?.[2]) <= (address.includes(':') ? 128 : 32)
}

/** Removes spaces around addresses. In client IDs, usernames and patterns they may be intended. */
export const toWho = (kind: BanDimension, text: string): string =>
  kind === 'peerhost' || kind === 'peerhost_net' ? text.trim() : text
