/** The topic functions, which also work in browsers. */
export { ReasonError } from './packets/reason-error.ts'
export { parseFilter, validateTopicFilter, validateTopicName } from './routing/topic.ts'
