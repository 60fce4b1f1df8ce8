/* JSON with exact numbers. Nothing of Node is in here: pages show what rules and templates make of a message. */
export { decodeJson, type ExactJson } from './decode-json.ts'
export { encodeJson, encodePlainJson, floatText } from './encode-json.ts'
export { JsonError } from './json-error.ts'
export { setKey } from './set-key.ts'
