import { lazy } from 'react'
import type { PayloadDecoding } from '../../../ui/index.ts'
import { bindingFor } from './bindings.ts'
import { useBindings } from './use-bindings.ts'

/** For the payload views of all pages. The decoders are loaded when a payload is decoded. */
export const payloadDecoding: PayloadDecoding = {
  useHasDecoder: (topic) => bindingFor(useBindings(), topic) !== undefined,
  Decoded: lazy(async () => ({ default: (await import('./decoded-payload.tsx')).DecodedPayload })),
}
