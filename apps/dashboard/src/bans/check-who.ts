import { type BanDimension, isIpAddress } from '@mqdeck/contract'

export type WhoFault = 'missing' | 'notAnAddress' | 'notANetwork'

/**
 * What is wrong with what a ban names. Of regular expressions the broker alone can tell: RE2 here, PCRE in EMQX; its words
 * stand beside the field.
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

/** Blanks around an address are slips; in client ids and patterns they may be meant. */
export const toWho = (kind: BanDimension, text: string): string =>
  kind === 'peerhost' || kind === 'peerhost_net' ? text.trim() : text
