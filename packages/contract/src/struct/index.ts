export { parseByteSize, parseDuration, parseRate, type Rate } from '../quantities.ts'
export { anyMap, identityOf, jsonObject, list, mapOf, oneOf } from './containers.ts'
export { headerMap } from './headers.ts'
export type { Kind, WireSchema } from './kind.ts'
export * from './quantities.ts'
export * from './scalars.ts'
export { hideSecrets, isPlaceholder, isSecretHeader, isSecretName, mask } from './secret-texts.ts'
export * from './secrets.ts'
export * from './service-account.ts'
export {
  type AnyStruct,
  completed,
  defaultsOf,
  type Fields,
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
  toPlain,
  type Wire,
  type WireValue,
} from './struct.ts'
export * from './to-wire.ts'
export * from './variants.ts'
