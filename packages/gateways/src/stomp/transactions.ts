import type { Frame } from './frame.ts'

/** Frames of a client in open transactions. */
export interface Transactions {
  /** Returns the reason why the transaction cannot start. */
  begin(id: string): Refusal | undefined
  /** Adds a frame that takes effect with COMMIT. */
  add(id: string, frame: Frame): Refusal | undefined
  /** Ends a transaction and returns its frames, or undefined if there is none. */
  end(id: string): readonly Frame[] | undefined
}

export interface Refusal {
  readonly text: string
  /** Whether the connection ends. */
  readonly isFatal: boolean
}

/** Limits of one client, so that it cannot fill the memory. */
const maxTransactions = 100
const maxFrames = 10_000
const maxBytes = 16 * 1024 * 1024

interface Transaction {
  readonly frames: Frame[]
  bytes: number
}

export function createTransactions(): Transactions {
  const open = new Map<string, Transaction>()
  let frames = 0
  let bytes = 0
  return {
    begin(id) {
      if (open.has(id)) return { text: `Transaction ${id} already started`, isFatal: false }
      if (open.size >= maxTransactions) return { text: 'Too many transactions', isFatal: true }
      open.set(id, { frames: [], bytes: 0 })
      return undefined
    },
    add(id, frame) {
      const transaction = open.get(id)
      if (!transaction) return missing(id)
      const size = sizeOf(frame)
      if (frames + 1 > maxFrames || bytes + size > maxBytes)
        return { text: `Transaction ${id} is too large`, isFatal: true }
      transaction.frames.push(frame)
      transaction.bytes += size
      frames += 1
      bytes += size
      return undefined
    },
    end(id) {
      const transaction = open.get(id)
      if (!transaction) return undefined
      open.delete(id)
      frames -= transaction.frames.length
      bytes -= transaction.bytes
      return transaction.frames
    },
  }
}

export const missing = (id: string): Refusal => ({ text: `Transaction ${id} not found`, isFatal: false })

const sizeOf = ({ headers, body }: Frame) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.length + 100)
