import { sparkplugPackage, sparkplugSource } from '@mqdeck/data-hub/sparkplug'
import { compileAvro } from './avro.ts'
import { Cursor, type Decoded, DecodeError, type Fault, toJsonText } from './decoded.ts'
import { compileJsonSchema } from './json-schema.ts'
import { compileProtobuf } from './protobuf.ts'
import { decodeCbor, decodeMessagePack } from './self-described.ts'

/** How a payload is decoded. */
export type Decoding =
  | { readonly format: 'cbor' | 'msgpack' | 'sparkplug' }
  | { readonly format: 'avro' | 'json'; readonly source: string }
  | { readonly format: 'protobuf'; readonly source: string; readonly messageType: string | undefined }

export type SchemaCheck = { readonly messageTypes: readonly string[] } | { readonly fault: Fault }
export type DecodeResult = { readonly text: string } | { readonly fault: Fault }

/** The functions of the worker. */
export interface DecoderCalls {
  readonly [name: string]: (...args: never[]) => unknown
  readonly check: (schema: { readonly format: 'avro' | 'protobuf' | 'json'; readonly source: string }) => SchemaCheck
  readonly decode: (decoding: Decoding, bytes: Uint8Array) => DecodeResult
}

type Decoder = (bytes: Uint8Array) => Decoded

export const createDecoderCalls = (): DecoderCalls => {
  const protobufOf = remembered(compileProtobuf)
  const avroOf = remembered(compileAvro)
  const jsonSchemaOf = remembered(compileJsonSchema)
  const fromProtobuf =
    (source: string, name: string | undefined): Decoder =>
    (bytes) =>
      protobufOf(source).decode(new Cursor(bytes), name)
  const decoderOf = (decoding: Decoding): Decoder => {
    switch (decoding.format) {
      case 'cbor':
        return decodeCbor
      case 'msgpack':
        return decodeMessagePack
      case 'sparkplug':
        return fromProtobuf(sparkplugSource, `${sparkplugPackage}Payload`)
      case 'protobuf':
        return fromProtobuf(decoding.source, decoding.messageType)
      case 'avro':
        return (bytes) => avroOf(decoding.source)(new Cursor(bytes))
      case 'json':
        return jsonSchemaOf(decoding.source)
    }
  }
  return {
    check: ({ format, source }) =>
      orFault((): SchemaCheck => {
        if (format === 'protobuf') return { messageTypes: protobufOf(source).messageTypes }
        if (format === 'avro') avroOf(source)
        else jsonSchemaOf(source)
        return { messageTypes: [] }
      }),
    decode: (decoding, bytes) => orFault(() => ({ text: toJsonText(decoderOf(decoding)(bytes)) })),
  }
}

function orFault<T>(run: () => T): T | { readonly fault: Fault } {
  try {
    return run()
  } catch (error) {
    if (error instanceof DecodeError) return { fault: error.fault }
    throw error
  }
}

/** The last compiled schema: payloads of a topic follow each other. */
function remembered<T>(compile: (source: string) => T): (source: string) => T {
  let last: { readonly source: string; readonly value: T } | undefined
  return (source) => {
    if (last?.source !== source) last = { source, value: compile(source) }
    return last.value
  }
}
