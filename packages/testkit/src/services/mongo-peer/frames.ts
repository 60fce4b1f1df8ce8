import { deserialize, serialize } from 'bson'

export type Document = Readonly<Record<string, unknown>>

/** A command of a client, in either message format. */
export interface Request {
  readonly id: number
  /** Only the first `hello` of a connection uses the old message format, also in the response. */
  readonly kind: 'query' | 'message'
  readonly command: Document
  /** No response expected. */
  readonly isSilent: boolean
}

const opReply = 1
const opQuery = 2004
const opMsg = 2013
const headerLength = 16
const checksumPresent = 1
const moreToCome = 2

/** Splits a byte stream into commands (MongoDB Wire Protocol). Throws for invalid data. */
export function createReader(): (chunk: Buffer) => readonly Request[] {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const requests: Request[] = []
    while (rest.length >= headerLength) {
      const length = rest.readInt32LE(0)
      if (length < headerLength || length > 48_000_000) throw new Error('no message of MongoDB')
      if (rest.length < length) break
      requests.push(readRequest(rest.subarray(0, length)))
      rest = rest.subarray(length)
    }
    return requests
  }
}

function readRequest(frame: Buffer): Request {
  const id = frame.readInt32LE(4)
  switch (frame.readInt32LE(12)) {
    case opQuery:
      return { id, kind: 'query', command: readQuery(frame), isSilent: false }
    case opMsg: {
      const flags = frame.readUInt32LE(headerLength)
      const end = frame.length - (flags & checksumPresent ? 4 : 0)
      return { id, kind: 'message', command: readSections(frame, end), isSilent: (flags & moreToCome) !== 0 }
    }
    default:
      throw new Error('a message that is not spoken here')
  }
}

function readQuery(frame: Buffer): Document {
  const name = frame.indexOf(0, headerLength + 4)
  return readDocument(frame, name + 1 + 8)
}

/** One section is the command. The others are lists of the command in separate sections. */
function readSections(frame: Buffer, end: number): Document {
  let command: Document = {}
  const lists: Record<string, readonly Document[]> = {}
  let at = headerLength + 4
  while (at < end) {
    const kind = frame.readUInt8(at)
    const size = frame.readInt32LE(at + 1)
    if (kind === 0) command = readDocument(frame, at + 1)
    else {
      const nameEnd = frame.indexOf(0, at + 5)
      lists[frame.toString('utf8', at + 5, nameEnd)] = readDocuments(frame, nameEnd + 1, at + 1 + size)
    }
    at += 1 + size
  }
  return { ...command, ...lists }
}

function readDocuments(frame: Buffer, from: number, end: number): readonly Document[] {
  const documents: Document[] = []
  for (let at = from; at < end; at += frame.readInt32LE(at)) documents.push(readDocument(frame, at))
  return documents
}

const readDocument = (frame: Buffer, at: number): Document =>
  deserialize(frame.subarray(at, at + frame.readInt32LE(at)), { promoteBuffers: true })

/** The frame of a response. */
export function writeAnswer({ id, kind }: Request, answer: Document): Buffer {
  const body = serialize(answer)
  // No flags and one document. The old format has a cursor of 0, a start of 0 and a count of 1 before it.
  const before = Buffer.alloc(kind === 'query' ? 20 : 5)
  if (kind === 'query') before.writeInt32LE(1, 16)
  const header = Buffer.alloc(headerLength)
  header.writeInt32LE(headerLength + before.length + body.length, 0)
  header.writeInt32LE(id, 8)
  header.writeInt32LE(kind === 'query' ? opReply : opMsg, 12)
  return Buffer.concat([header, before, body])
}
