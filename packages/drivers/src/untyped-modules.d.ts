/** The package brings no types. Of these the answer is of the same kind as what is given. */
declare module 'snappyjs' {
  export function compress(data: Buffer): Buffer
  export function uncompress(data: Buffer, mostBytes?: number): Buffer
}

/** The package brings no types. */
declare module 'lz4js' {
  const lz4: {
    /** Expands one block after what `to` already has, and returns the new end. */
    decompressBlock(from: Uint8Array, to: Uint8Array, start: number, size: number, end: number): number
  }
  export default lz4
}
