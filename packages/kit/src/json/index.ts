/*
 * Values with exact numbers and their JSON. Free of Node APIs, because pages preview the results of rules and templates.
 */
export { decodeJson, type ExactJson } from './decode-json.ts'
export { encodeJson, encodePlainJson, floatText } from './encode-json.ts'
export { JsonError } from './json-error.ts'
export { setKey } from './set-key.ts'
export { isList, isMap, isNumber, isText, type Value, type ValueMap } from './value.ts'
