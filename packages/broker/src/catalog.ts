/** What MQTT says of topics, for browsers as well. */
export { ReasonError } from './packets/reason-error.ts'
export { parseFilter, validateTopicFilter, validateTopicName } from './routing/topic.ts'
