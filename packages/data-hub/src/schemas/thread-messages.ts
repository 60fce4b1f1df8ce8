import type { SchemaSettings } from '@mqdeck/contract'
import type { ValidationCode } from './json-schema.ts'
import type { ProtobufDescriptor } from './protobuf.ts'

/** Messages between the event loop and the thread that parses schemas. */

export type ToThread = Pick<SchemaSettings, 'type' | 'source'>

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'json'; readonly validation: ValidationCode }
  | { readonly kind: 'protobuf'; readonly descriptor: ProtobufDescriptor }
  /** Why the schema is rejected. */
  | { readonly kind: 'rejected'; readonly reason: string }
