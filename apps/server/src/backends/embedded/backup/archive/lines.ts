import { archiveError } from '../archive-error.ts'

/** A line of a file with its number, starting at 1. */
export interface Line {
  readonly number: number
  readonly text: string
}

const newline = 0x0a

/**
 * Lines of a UTF-8 text without empty lines.
 * @param what name of the file for errors
 * @throws {AppError} BAD_REQUEST for a line of more than `longest` bytes
 */
export async function* linesOf(content: AsyncIterable<Uint8Array>, what: string, longest: number): AsyncIterable<Line> {
  let number = 1
  let rest: Uint8Array[] = []
  let length = 0
  const take = (part: Uint8Array) => {
    length += part.length
    if (length > longest) throw archiveError(`${what}, line ${number}: is longer than ${longest} bytes`)
    rest.push(part)
  }
  const end = (): Line => {
    const line = { number, text: Buffer.concat(rest).toString('utf8').trim() }
    rest = []
    length = 0
    number += 1
    return line
  }
  for await (const chunk of content) {
    let start = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, at))
      start = at + 1
      const line = end()
      if (line.text !== '') yield line
    }
    take(chunk.subarray(start))
  }
  const last = end()
  if (last.text !== '') yield last
}

/** @throws {AppError} BAD_REQUEST for more than `limit` bytes */
export async function readText(content: AsyncIterable<Uint8Array>, what: string, limit: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of content) {
    length += part.length
    if (length > limit) throw archiveError(`${what} is longer than ${limit} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
