/** A node that did not answer, from an error message of EMQX. */
export interface NodeFault {
  /** Undefined if the message does not name it. */
  readonly node: string | undefined
  readonly isTimeout: boolean
}

/**
 * Parses a message of EMQX about a node that did not answer: `bad rpc call 'emqx2@h', Reason nodedown`,
 * `{badrpc,nodedown}`, `{erpc,timeout}`, or of the server in front of the cluster; undefined for other messages.
 */
export function nodeFaultOf(message: string): NodeFault | undefined {
  const isFault =
    /\bbad_?\s?rpc\b|\bnodedown\b|\bnode_down\b|\{erpc,|\bnoconnection\b|\bdoes not respond\. The cluster waits/i.test(
      message,
    )
  if (!isFault) return undefined
  const node = /[A-Za-z0-9_-]+@[A-Za-z0-9_.-]*[A-Za-z0-9]/.exec(message)?.[0]
  return { node, isTimeout: /timeout/i.test(message) }
}
