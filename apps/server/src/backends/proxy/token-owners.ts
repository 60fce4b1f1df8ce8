import { createHash } from 'node:crypto'

/** Which node a token is good at. A token belongs to the node that issued it until the cluster has told the others. */
export interface TokenOwners<Node> {
  readonly of: (token: string) => Node | undefined
  readonly remember: (token: string, node: Node) => void
}

/** Forgets the token that has not been used for longest when there are more than `most`; keeps no token, only its digest. */
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
