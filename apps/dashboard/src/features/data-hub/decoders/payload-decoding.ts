import { lazy, useSyncExternalStore } from 'react'
import type { PayloadDecoding } from '../../../ui/index.ts'
import { type Binding, bindingFor, bindings } from './bindings.ts'

export const useBindings = (): readonly Binding[] => useSyncExternalStore(bindings.subscribe, bindings.get)

/** For the payload views of all pages. The decoders are loaded when a payload is decoded. */
export const payloadDecoding: PayloadDecoding = {
  useHasDecoder: (topic) => bindingFor(useBindings(), topic) !== undefined,
  Decoded: lazy(async () => ({ default: (await import('./decoded-payload.tsx')).DecodedPayload })),
}
