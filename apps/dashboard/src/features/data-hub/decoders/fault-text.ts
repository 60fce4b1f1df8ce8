import type { Fault } from './decoded.ts'
import type { decoderMessages } from './messages.ts'

/** A sentence, the place, and in another paragraph the library's own words. */
export function faultText(
  { reason, detail, path, offset, line }: Fault,
  texts: (typeof decoderMessages)['en'],
): string {
  const places = [
    path !== undefined && texts.atField(path),
    offset !== undefined && texts.atByte(offset),
    line !== undefined && texts.atLine(line),
  ].filter((place) => place !== false)
  const sentence = texts.faults[reason]
  const placed = places.length === 0 ? sentence : sentence + texts.place(places)
  // A bare number does not help the reader.
  return detail === undefined || /^\d+$/.test(detail) ? placed : `${placed}\n\n${detail}`
}
