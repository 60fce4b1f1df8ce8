/** Decoders of payloads, which the shell loads with the first payload. */
export { payloadDecoding } from './decoders/payload-decoding.ts'
