export { parseByteSize, parseDuration, parseRate, type Rate } from '../quantities.ts'
export * from './containers.ts'
export type { Kind, WireSchema } from './kind.ts'
export * from './quantities.ts'
export * from './scalars.ts'
export * from './secrets.ts'
export {
  type AnyStruct,
  completed,
  defaultsOf,
  type Fields,
  isRecord,
  nested,
  type Plain,
  type PlainValue,
  partsOf,
  type Setting,
  type Struct,
  setting,
  shapeOf,
  struct,
  structKind,
  type Text,
  toPlain,
  type Wire,
  type WireValue,
} from './struct.ts'
export * from './to-wire.ts'
export * from './variants.ts'
