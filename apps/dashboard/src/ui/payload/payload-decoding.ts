import { type ComponentType, createContext, useContext } from 'react'

export interface DecodedPayloadProps {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly topic: string
}

/** Decoding of payloads by schemas, which the payload views show as another format. */
export interface PayloadDecoding {
  /** A hook: whether the user has chosen a decoder for the topic. */
  readonly useHasDecoder: (topic: string) => boolean
  /** The choice of a decoder, and the decoded payload. */
  readonly Decoded: ComponentType<DecodedPayloadProps>
}

type LoadDecoding = () => Promise<PayloadDecoding>

const Decoding = createContext<LoadDecoding | undefined>(undefined)

/** Gives the payload views below it a function that loads the decoders. */
export const PayloadDecodingProvider = Decoding.Provider

/** Undefined outside of the application, as in tests of single pages. */
export const usePayloadDecoding = (): LoadDecoding | undefined => useContext(Decoding)
