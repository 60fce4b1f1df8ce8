import { createHash } from 'node:crypto'
import { BoundedMap } from '@mqdeck/kit'

/** Knowledge about tokens from sign-ins and responses. */
export interface Tokens<Node> {
  /** A token is valid on the node that issued it until the cluster has replicated it. */
  readonly ownerOf: (token: string) => Node | undefined
  readonly remember: (token: string, node: Node, rights?: string) => void
  /** The rights with which the token was issued, and when the cluster last accepted it. */
  readonly acceptedOf: (token: string) => Accepted | undefined
  /** The cluster accepted the token at this time. */
  readonly onAccepted: (token: string, time: number) => void
  /** The cluster rejected the token. */
  readonly onRejected: (token: string) => void
  /** Tokens may have been revoked. Each must be accepted again. */
  readonly revokedSome: () => void
  /** Users were changed, and with them the rights of tokens. */
  readonly changedRights: () => void
}

interface Accepted {
  readonly rights: string
  /** Milliseconds since 1970. */
  readonly at: number
}

interface Entry<Node> {
  readonly node: Node
  rights: string | undefined
  acceptedAt: number | undefined
}

/** Evicts the token that was used least recently when there are more than `most`. Stores only digests of tokens. */
export function createTokens<Node>(most = 10_000): Tokens<Node> {
  const entries = new BoundedMap<string, Entry<Node>>(most)
  return {
    ownerOf(token) {
      const digest = digestOf(token)
      const entry = entries.get(digest)
      if (entry !== undefined) entries.set(digest, entry)
      return entry?.node
    },
    remember(token, node, rights) {
      const digest = digestOf(token)
      const before = entries.get(digest)
      entries.set(digest, { node, rights: rights ?? before?.rights, acceptedAt: before?.acceptedAt })
    },
    acceptedOf(token) {
      const { rights, acceptedAt } = entries.get(digestOf(token)) ?? {}
      return rights === undefined || acceptedAt === undefined ? undefined : { rights, at: acceptedAt }
    },
    onAccepted(token, time) {
      const entry = entries.get(digestOf(token))
      if (entry) entry.acceptedAt = time
    },
    onRejected(token) {
      const entry = entries.get(digestOf(token))
      if (entry) entry.acceptedAt = undefined
    },
    revokedSome() {
      for (const entry of entries.values()) entry.acceptedAt = undefined
    },
    changedRights() {
      for (const entry of entries.values()) entry.rights = undefined
    },
  }
}

export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
