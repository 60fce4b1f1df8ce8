/** Decoders of payloads, for the shell: `<PayloadDecodingProvider value={payloadDecoding}>`. */
export { payloadDecoding } from './decoders/payload-decoding.ts'
