/** A node that could not answer for the others: what EMQX says of it. */
export interface NodeFault {
  /** Undefined where it does not say which. */
  readonly node: string | undefined
  readonly isTimeout: boolean
}

/**
 * What a message of EMQX says of a node that did not answer: `bad rpc call 'emqx2@h', Reason nodedown`, `{badrpc,nodedown}`,
 * `{erpc,timeout}`; undefined for any other message.
 */
export function nodeFaultOf(message: string): NodeFault | undefined {
  const isFault = /\bbad_?\s?rpc\b|\bnodedown\b|\bnode_down\b|\{erpc,|\bnoconnection\b/i.test(message)
  if (!isFault) return undefined
  const node = /[A-Za-z0-9_-]+@[A-Za-z0-9_.-]*[A-Za-z0-9]/.exec(message)?.[0]
  return { node, isTimeout: /timeout/i.test(message) }
}
