/*
 * JSON with exact numbers. Free of Node APIs, because pages preview the results of rules and templates.
 */
export { decodeJson, type ExactJson } from './decode-json.ts'
export { encodeJson, encodePlainJson, floatText } from './encode-json.ts'
export { JsonError } from './json-error.ts'
export { setKey } from './set-key.ts'
