import type { RegisteredSchema } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import type { DecoderChoice } from './bindings.ts'
import type { Fault } from './decoded.ts'
import type { DecodeResult, Decoding, SchemaCheck } from './decoder-calls.ts'
import { checkSchema, decodePayload } from './decoder-port.ts'

export const schemaFormats = ['avro', 'protobuf', 'json'] as const
export type SchemaFormat = (typeof schemaFormats)[number]

export const formatOf = (type: string): SchemaFormat | undefined => schemaFormats.find((one) => one === type)

/** Undefined if the schema does not exist. */
export function decodingOf(choice: DecoderChoice, schemas: readonly RegisteredSchema[]): Decoding | undefined {
  if (choice.format !== 'schema') return choice
  const found = schemas.find(({ name }) => name === choice.schema)
  const format = formatOf(found?.type ?? '')
  if (!found || !format) return undefined
  const { source } = found
  return format === 'protobuf' ? { format, source, messageType: choice.messageType } : { format, source }
}

type Answered<T> = T | { readonly error: string } | undefined

/** The result of the worker for `key`; undefined until it answers. The previous one is kept meanwhile. */
function useAnswer<T>(key: string | undefined, ask: () => Promise<T>): Answered<T> {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: Answered<T> }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked
  useEffect(() => {
    if (key === undefined) return
    let isCancelled = false
    ask().then(
      (value) => !isCancelled && setAnswer({ key, value }),
      (error: unknown) => !isCancelled && setAnswer({ key, value: { error: String(error) } }),
    )
    return () => {
      isCancelled = true
    }
  }, [key])
  return key === undefined ? undefined : answer?.value
}

/** The decoded payload; undefined until the worker has decoded it. */
export function useDecoded(decoding: Decoding | undefined, bytes: Uint8Array): Answered<DecodeResult> {
  const [seen] = useState(() => ({ bytes, count: 0 }))
  if (seen.bytes !== bytes) Object.assign(seen, { bytes, count: seen.count + 1 })
  const key = decoding && `${seen.count} ${JSON.stringify(decoding)}`
  return useAnswer<DecodeResult>(key, () =>
    decoding ? decodePayload(decoding, bytes) : Promise.reject(new Error('no decoder')),
  )
}

/** Whether a schema is valid, and its message types; undefined until the worker has checked it. */
export function useSchemaCheck(format: SchemaFormat | undefined, source: string): Answered<SchemaCheck> {
  return useAnswer<SchemaCheck>(
    format === undefined || source.trim() === '' ? undefined : `${format} ${source}`,
    async () => (format === undefined ? { messageTypes: [] } : checkSchema({ format, source })),
  )
}

export const messageTypesOf = (check: Answered<SchemaCheck>): readonly string[] =>
  check && 'messageTypes' in check ? check.messageTypes : []

export const faultOf = (answer: Answered<SchemaCheck | DecodeResult>): Fault | undefined =>
  answer && 'fault' in answer ? answer.fault : undefined
