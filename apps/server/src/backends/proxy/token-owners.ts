import { createHash } from 'node:crypto'

/** Maps tokens to nodes. A token is valid on the node that issued it until the cluster has replicated it. */
export interface TokenOwners<Node> {
  readonly of: (token: string) => Node | undefined
  readonly remember: (token: string, node: Node) => void
}

/** Evicts the token that was used least recently when there are more than `most`. Stores only digests of tokens. */
export function createTokenOwners<Node>(most = 10_000): TokenOwners<Node> {
  const owners = new Map<string, Node>()
  const put = (digest: string, node: Node) => {
    owners.delete(digest)
    owners.set(digest, node)
    const [oldest] = owners.keys()
    if (owners.size > most && oldest !== undefined) owners.delete(oldest)
  }
  return {
    of(token) {
      const digest = digestOf(token)
      const node = owners.get(digest)
      if (node !== undefined) put(digest, node)
      return node
    },
    remember: (token, node) => put(digestOf(token), node),
  }
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64')
