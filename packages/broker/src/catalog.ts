/** What MQTT says of topics, for browsers as well. */
export { ReasonError } from './packets/reason-error.ts'
export { matchesFilter, parseFilter, validateTopicFilter, validateTopicName } from './routing/topic.ts'
