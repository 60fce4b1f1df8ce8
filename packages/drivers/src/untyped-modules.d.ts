/** The package brings no types. Of these the answer is of the same kind as what is given. */
declare module 'snappyjs' {
  export function compress(data: Buffer): Buffer
  export function uncompress(data: Buffer, maxBytes?: number): Buffer
}

/** The package brings no types. */
declare module 'lz4js' {
  const lz4: {
    /** Expands one block after what `to` already has, and returns the new end. */
    decompressBlock(from: Uint8Array, to: Uint8Array, start: number, size: number, end: number): number
  }
  export default lz4
}

/** Internal, but the only way to prepare a statement without running it. */
declare module 'cassandra-driver/lib/prepare-handler.js' {
  const handler: {
    getPrepared(
      client: unknown,
      loadBalancing: unknown,
      statement: string,
      keyspace: string,
    ): Promise<{ readonly meta: { readonly columns: readonly { readonly type: { readonly code: number } }[] } }>
  }
  export default handler
}

/** Internal. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  export default class RequestQueue {
    readonly pending: readonly unknown[]
    /** Milliseconds since the epoch. -1: not throttled. */
    readonly throttledUntil: number
    scheduleCheckPendingRequests(): void
  }
}
