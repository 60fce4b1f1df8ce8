export { createExclusiveTopics } from './exclusive.ts'
export { createRouter, type Route, type Router } from './router.ts'
export { createSharedPicker } from './shared.ts'
export {
  isWildcard,
  type ParsedFilter,
  parseFilter,
  validateTopicFilter,
  validateTopicName,
} from './topic.ts'
