/** The package brings no types. Of these the answer is of the same kind as what is given. */
declare module 'snappyjs' {
  export function compress(data: Buffer): Buffer
  export function uncompress(data: Buffer, mostBytes?: number): Buffer
}
