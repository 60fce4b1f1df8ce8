export { HoconError, type TextPosition } from './hocon-error.ts'
export { type HoconDocument, readHocon, readHoconWithPositions } from './read.ts'
export type { HoconObject, HoconValue } from './value.ts'
export { writeHocon } from './write.ts'
