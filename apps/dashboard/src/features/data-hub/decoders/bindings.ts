import { createStoredValue } from '../../../lib/browser/stored-value.ts'
import { filterMatches } from '../../../lib/topics/topic-name.ts'

/** How a payload is read: by a format that needs no schema, or by a schema of the registry. */
export type DecoderChoice =
  | { readonly format: 'cbor' | 'msgpack' | 'sparkplug' }
  | {
      readonly format: 'schema'
      readonly schema: string
      /** For Protobuf. */
      readonly messageType?: string | undefined
    }

/** Payloads of the topics are read with a decoder. */
export interface Binding {
  readonly filter: string
  readonly decoder: DecoderChoice
}

/** In the order in which they are tried. Only used in front of EMQX, which has no place for them. */
export const bindings = createStoredValue<readonly Binding[]>('payloadDecoders', {
  parse: parseBindings,
  format: JSON.stringify,
})

export const bindingFor = (all: readonly Binding[], topic: string): Binding | undefined =>
  all.find(({ filter }) => filterMatches(filter, topic))

/** Adds a binding before the others, or changes the one of the same filter. */
export function withBinding(all: readonly Binding[], binding: Binding, replaced?: string): readonly Binding[] {
  const rest = all.filter(({ filter }) => filter !== binding.filter || filter === replaced)
  if (replaced === undefined) return [binding, ...rest]
  return rest.map((one) => (one.filter === replaced ? binding : one))
}

function parseBindings(text: string | null): readonly Binding[] {
  try {
    const all: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(all) ? all.flatMap((one: unknown) => parseBinding(one) ?? []) : []
  } catch {
    return []
  }
}

function parseBinding(value: unknown): Binding | undefined {
  if (typeof value !== 'object' || value === null || !('filter' in value) || !('decoder' in value)) return undefined
  const { filter, decoder } = value
  if (typeof filter !== 'string' || typeof decoder !== 'object' || decoder === null) return undefined
  if (!('format' in decoder)) return undefined
  const { format } = decoder
  if (format === 'cbor' || format === 'msgpack' || format === 'sparkplug') return { filter, decoder: { format } }
  if (format !== 'schema' || !('schema' in decoder) || typeof decoder.schema !== 'string') return undefined
  const messageType =
    'messageType' in decoder && typeof decoder.messageType === 'string' ? decoder.messageType : undefined
  return { filter, decoder: { format, schema: decoder.schema, ...(messageType !== undefined && { messageType }) } }
}
